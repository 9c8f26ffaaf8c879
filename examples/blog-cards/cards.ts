// Draws the social card of each post of a blog that has none yet.
//
//   TOOLCRIB_URL=https://tools.example.com TOOLCRIB_KEY=… node cards.js posts.json out
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answer, createTools } from "toolcrib-client";

interface Post {
  title: string;
  author: string;
}

const [posts, folder] = process.argv.slice(2);
if (!posts || !folder) throw new Error("usage: node cards.js posts.json folder");
const tools = createTools(process.env["TOOLCRIB_URL"]!, process.env["TOOLCRIB_KEY"]!);
mkdirSync(folder, { recursive: true });
for (const post of JSON.parse(readFileSync(posts, "utf8")) as Post[]) {
  const slug = (await answer(tools.POST("/v1/text/slugify", { body: { text: post.title } }))).data.slug;
  const file = join(folder, `${slug}.png`);
  if (existsSync(file)) continue;
  const { data, receipt } = await answer(
    tools.POST("/v1/design/og-image", { body: { title: post.title, author: post.author, site_name: "example.com", format: "png" } }),
  );
  writeFileSync(file, Buffer.from(data.image_base64!, "base64"));
  console.log(`${slug}.png ${data.width}x${data.height} ${receipt.units} ${receipt.pool}`);
}
