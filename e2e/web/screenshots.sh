#!/usr/bin/env bash
# Takes the pictures in docs/screenshots again:
#
#   screenshots.sh path/to/toolcrib
set -euo pipefail
toolcrib=$(realpath "${1:?name the program}")
cd "$(dirname "${BASH_SOURCE[0]}")"
. ../lib.sh
install_packages
newer_node

port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
"$toolcrib" serve --json --listen "127.0.0.1:$port" --base-url "http://localhost:$port" --data "$scratch/data" --metrics-listen '' --payments fake >"$scratch/root" &
servers+=($!)
server=$(first "$scratch/root")
node screenshots.mjs "http://localhost:$port" "$(node -p 'JSON.parse(process.argv[1]).setup' "$server")" ../../docs/screenshots
