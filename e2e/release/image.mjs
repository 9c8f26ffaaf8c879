// Takes an image apart as whoever runs it would: image.mjs ARCHIVE FOLDER
//
// The archive is an OCI layout in a tar file. Every part of it must have the
// SHA-256 it is named by. The layers for this processor go to FOLDER/tree, what
// the image says of itself to FOLDER/config.json.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [archive, folder] = process.argv.slice(2);
const layout = join(folder, "layout");
const tree = join(folder, "tree");
mkdirSync(layout, { recursive: true });
mkdirSync(tree);
execFileSync("tar", ["-xf", archive, "-C", layout]);

for (const name of readdirSync(join(layout, "blobs/sha256"))) {
  const sum = createHash("sha256").update(readFileSync(join(layout, "blobs/sha256", name))).digest("hex");
  if (sum !== name) throw new Error(`the part ${name} has the SHA-256 ${sum}`);
}
const part = ({ digest }) => join(layout, "blobs", digest.replace(":", "/"));
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

if (read(join(layout, "oci-layout")).imageLayoutVersion !== "1.0.0") throw new Error("this is no OCI layout");
const processor = { x64: "amd64" }[process.arch] ?? process.arch;
const found = read(join(layout, "index.json")).manifests.filter((m) => m.platform.architecture === processor);
if (found.length !== 1 || found[0].platform.os !== "linux") throw new Error(`${found.length} images for ${processor}`);
const manifest = read(part(found[0]));
for (const layer of manifest.layers) {
  execFileSync("tar", ["-xpf", part(layer), "--same-owner", "--numeric-owner", "-C", tree]);
}
writeFileSync(join(folder, "config.json"), JSON.stringify(read(part(manifest.config)).config));
