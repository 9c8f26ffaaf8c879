#!/usr/bin/env bash
# Builds a release twice, in two folders, and does with it what people do who
# get it: compares the sums, unpacks, installs, starts, calls.
#
#   check.sh
#
# For this processor and one other; 'make release' builds for all. It runs as
# root, on Linux: images and packages are started in mounts and networks of
# their own. Nothing is installed into this system.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. ../lib.sh
if [[ $(id -u) -ne 0 ]]; then
  echo "an image and a package can be installed by root alone; run this as root" >&2
  exit 2
fi
for program in buildah curl dpkg-deb ip node systemd-analyze unshare; do
  command -v "$program" >/dev/null || { echo "$program is needed; install it" >&2; exit 1; }
done
chmod 711 "$scratch" # others run what is in it
arch=$(go env GOHOSTARCH)
other=$([[ $arch == arm64 ]] && echo amd64 || echo arm64)
version=0.0.0-check
made=$scratch/made

# release ROOT FOLDER SYSTEM/PROCESSOR… builds one.
release() { (cd "$1" && go -C tools/release run . $version "${@:2}"); }

# twin makes a second checkout, of the same commit and with the same files.
twin() {
  git clone --quiet ../.. "$scratch/elsewhere/twin" && (cd ../.. && git ls-files -z --cached --others --exclude-standard --deduplicate |
    tar --create --null --files-from - --ignore-failed-read) >"$scratch/files.tar" &&
    find "$scratch/elsewhere/twin" -mindepth 1 -maxdepth 1 ! -name .git -exec rm -r {} + &&
    tar --extract --file "$scratch/files.tar" --directory "$scratch/elsewhere/twin"
}

# again builds what is for this processor there, and compares its sums with
# those of the first time.
again() {
  twin && release "$scratch/elsewhere/twin" "$scratch/again" "linux/$arch" &&
    grep -v "_$other\." "$made/SHA256SUMS" | diff - "$scratch/again/SHA256SUMS"
}

sums() {
  (cd "$made" && sha256sum --check --strict SHA256SUMS && diff <({ cut -c 67- SHA256SUMS; echo SHA256SUMS; } | sort) <(ls | sort)) &&
    (cd "$made" && wc -c -- * | awk '{printf "      %-40s %6.1f MB\n", $2, $1 / 1e6}')
}

archive() {
  mkdir "$scratch/archive" && tar -xzf "$made/toolcrib_${version}_linux_$arch.tar.gz" --strip-components 1 -C "$scratch/archive" &&
    [[ $(cd "$scratch/archive" && echo *) == "CHANGELOG.md LICENSE README.md toolcrib" ]] &&
    [[ $("$scratch/archive/toolcrib" version) == *"$version"* ]]
}

bill() { go -C ../../test/deploy run . bill "$made/toolcrib_$version.cdx.json" "$scratch/archive/toolcrib"; }

image() {
  mkdir "$scratch/image" && node image.mjs "$made/toolcrib_${version}_image_$arch.tar" "$scratch/image" &&
    find "$scratch/image/tree" -mindepth 1 -printf '%M %U:%G %P\n' | sort -k 3 | diff - <(cat <<'FILES'
drwx------ 65532:65532 data
drwxr-xr-x 0:0 usr
drwxr-xr-x 0:0 usr/bin
-rwxr-xr-x 0:0 usr/bin/toolcrib
FILES
    )
}

# loaded is read as podman and skopeo do, by their library, under the name that
# people will call it by.
builder() { buildah --root "$scratch/storage" --runroot "$scratch/runroot" --storage-driver vfs "$@"; }
loaded() {
  builder pull "oci-archive:$made/toolcrib_${version}_image_$arch.tar" && builder inspect --type image "toolcrib:$version" >/dev/null &&
    builder pull "docker-archive:$made/toolcrib_${version}_image_$arch.tar"
}

# dockerfile builds the image from the program, and compares what both say.
dockerfile() {
  mkdir -p "$scratch/context/data" && cp "$scratch/archive/toolcrib" "$scratch/context/" &&
    builder build --format docker --isolation chroot --build-context "build=$scratch/context" --tag toolcrib ../.. &&
    builder inspect --type image toolcrib >"$scratch/built.json" &&
    node -e '
      const read = (p) => JSON.parse(require("fs").readFileSync(p));
      const built = read(process.argv[1]).Docker.config, ours = read(process.argv[2]);
      for (const name of ["User", "Env", "Entrypoint", "Cmd", "ExposedPorts", "Volumes"])
        require("assert").deepStrictEqual(built[name], ours[name], name);
      for (const name of ["Test", "Interval", "Timeout", "StartPeriod"])
        require("assert").deepStrictEqual(built.Healthcheck[name], ours.Healthcheck[name], name);
    ' "$scratch/built.json" "$scratch/image/config.json"
}

# package installs into a folder, as dpkg sees it a system of its own, and
# again over settings that were changed, which must stay.
package() {
  local root=$scratch/package deb=$made/toolcrib_${version}_$arch.deb
  mkdir -p "$root/var/lib/dpkg/"{info,updates} && touch "$root/var/lib/dpkg/"{status,available} &&
    install_package() { dpkg --root="$root" --force-script-chrootless --log=/dev/null --install "$deb"; } && install_package &&
    (cd "$root" && find etc usr -type f -printf '%M %u:%g %p\n' | sort -k 3) | diff - <(cat <<'FILES'
-rw-r----- root:root etc/toolcrib/toolcrib.yaml
-rwxr-xr-x root:root usr/bin/toolcrib
-rw-r--r-- root:root usr/lib/systemd/system/toolcrib.service
-rw-r--r-- root:root usr/share/doc/toolcrib/copyright
FILES
    ) &&
    echo "log-format: text" >>"$root/etc/toolcrib/toolcrib.yaml" && sed -i '/^log-format: json/d' "$root/etc/toolcrib/toolcrib.yaml" &&
    install_package && grep -q '^log-format: text' "$root/etc/toolcrib/toolcrib.yaml" &&
    "$root/usr/bin/toolcrib" config check --config "$root/etc/toolcrib/toolcrib.yaml" &&
    sh -n "$root/var/lib/dpkg/info/toolcrib.postinst" && sh -n "$root/var/lib/dpkg/info/toolcrib.prerm"
}

# unit is looked at by systemd itself. Its own figure of exposure is 0 to 10.
unit() {
  local said
  said=$(systemd-analyze --root="$scratch/package" --recursive-errors=no verify toolcrib.service 2>&1) && [[ -z $said ]] || { echo "$said"; return 1; }
  systemd-analyze --root="$scratch/package" --offline=yes --threshold=20 security toolcrib.service >"$scratch/exposure" || { cat "$scratch/exposure"; return 1; }
  sed -n 's/.*Overall exposure level for toolcrib.service: \([0-9.]*\).*/      exposure \1 of 10/p' "$scratch/exposure"
}

# removed takes the package away again: nothing of it stays, but what was changed.
removed() {
  dpkg --root="$scratch/package" --force-script-chrootless --log=/dev/null --purge toolcrib &&
    [[ -z $(find "$scratch/package/etc" "$scratch/package/usr" -type f 2>/dev/null) && -e $scratch/package/state/toolcrib/toolcrib.db ]]
}

start() { unshare --mount --net ./forms.sh "$1" "$scratch/$1"; }

# apart NAME COMMAND... checks what needs mounts of its own, where the machine
# gives them (a container may not), and says where it does not.
apart() {
  if unshare --mount --net true 2>/dev/null; then check "$@"; else echo "NOT TRIED, this machine gives nobody mounts and a network of their own: $1"; fi
}

check "a release is built" release ../.. "$made" "linux/$arch" "linux/$other"
check "from another folder it is the same, to the byte" again
check "SHA256SUMS holds all of it" sums
check "archive: its files" archive
check "bill of materials: CycloneDX, every module of the program" bill
apart "archive: starts, answers, is backed up" start archive
check "image: its parts, nothing but the program and the folder of data" image
apart "image: starts on a read-only root as nobody, refuses a folder not its own" start image
apart "image: can be loaded, as of OCI and as of Docker" loaded
apart "image: the Dockerfile makes the same" dockerfile
check "package: installs, keeps settings" package
check "package: systemd has nothing to say against the unit" unit
apart "package: starts as the unit says" start package
apart "package: goes without a trace, but for the data" removed
verdict
