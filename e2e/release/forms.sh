#!/usr/bin/env bash
# Starts one form of a release as a machine does that has nothing else, up to
# the first call that is charged, and backs its data up:
#
#   forms.sh archive|image|package FOLDER
#
# FOLDER holds what check.sh unpacked. It runs as root in mounts and a network
# of its own (unshare --mount --net), so that the addresses and paths are the
# ones that the release names, and nothing of this machine is reached.
set -euo pipefail
form=$1 folder=$2
ip link set lo up
server=
trap '[[ -z $server ]] || kill -KILL "$server" 2>/dev/null || true' EXIT

# Each form is a function that becomes the program, for a subshell to end in.

# archive is the program as it was unpacked, in a folder of whoever calls it.
archive() { cd "$folder" && exec env -i ./toolcrib "$@"; }

# package is the program with what its unit says: the settings as a credential,
# the data in the state folder, a user that systemd picks.
package() {
  local unit=$folder/usr/lib/systemd/system/toolcrib.service command
  command=$(sed -n 's/^ExecStart=//p' "$unit")
  [[ $1 == serve ]] || command="/usr/bin/toolcrib $*"
  command=${command/'${CREDENTIALS_DIRECTORY}'/$folder/credentials}
  # shellcheck disable=SC2086 # it is split as systemd splits it
  exec env -i "$(sed -n "s|^Environment=||; s|%S|$folder/state|p" "$unit")" \
    setpriv --reuid 64321 --regid 64321 --clear-groups --no-new-privs --bounding-set=-all "$folder"$command
}

# image is the program with what the image says, on a root that is read-only
# but for the volume.
image() {
  exec env -i "${environment[@]}" setpriv --no-new-privs "$(command -v chroot)" --userspec="$user" --groups= "$folder/tree" "$entrypoint" "$@"
}

# of MEMBER lists a member of the image's configuration.
of() { node -p '[JSON.parse(require("fs").readFileSync(process.argv[1]))[process.argv[2]]].flat().join("\n")' "$folder/config.json" "$1"; }

run() { ("$form" "$@"); }

prepare_package() {
  mkdir -m 755 "$folder/credentials" "$folder/state"
  install -o 64321 -g 64321 -m 400 "$folder/etc/toolcrib/toolcrib.yaml" "$folder/credentials/toolcrib.yaml"
  install -d -o 64321 -g 64321 -m 700 "$folder/state/toolcrib"
}

prepare_image() {
  mapfile -t environment < <(of Env)
  user=$(of User) entrypoint=$(of Entrypoint)
  cp -a "$folder/tree/data" "$folder/volume" # as a new volume takes over the folder it covers
  mount --bind "$folder/tree" "$folder/tree"
  mount -o remount,ro,bind "$folder/tree"
  refused
  mount --bind "$folder/volume" "$folder/tree/data"
}

# refused tells of a folder that cannot be written to what is wrong and what to
# do, for the two ways in which that happens: a read-only root without a volume,
# and a volume of another user's.
refused() {
  local said
  for _ in 1 2; do
    said=$(image serve 2>&1) && return 1
    for part in /data/toolcrib.db 'user id 65532' "'chown -R 65532 /data'"; do
      [[ $said == *"$part"* ]] || { echo "does not say $part: $said"; return 1; }
    done
    mkdir -p "$folder/others" && mount --bind "$folder/others" "$folder/tree/data"
  done
  umount "$folder/tree/data"
}

if [[ $form != archive ]]; then "prepare_$form"; fi
began=$(date +%s%N)
("$form" serve) >"$folder/said" 2>&1 &
server=$!
for _ in $(seq 400); do
  run healthcheck >/dev/null 2>&1 && break
  kill -0 "$server" 2>/dev/null || { cat "$folder/said"; exit 1; }
  sleep 0.02
done
run healthcheck
key=$(run key create --name first)
answer=$(curl --silent --show-error --fail --header "Authorization: Bearer $key" 'http://127.0.0.1:8080/v1/calculators/bmi?weight=70&height=175')
took=$((($(date +%s%N) - began) / 1000000))
[[ $answer == *22.86* ]] || { echo "the answer is $answer"; exit 1; }
echo "      first answer of $form, with its key, after $took ms"

# A container has no other folder to write to, not even for temporary files.
copy=$([[ $form == image ]] && echo /data/copy.db || echo "$folder/state/toolcrib/copy.db")
[[ $form == archive ]] && copy=copy.db
run backup "$copy"
run doctor
kill -TERM "$server"
wait "$server" || { echo "it did not stop well: $?"; cat "$folder/said"; exit 1; }
server=
run verify-ledger
