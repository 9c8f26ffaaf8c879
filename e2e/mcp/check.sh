#!/usr/bin/env bash
# Checks the gateway for agents with the clients and test suites of the Model
# Context Protocol:
#
#   check.sh path/to/toolcrib
#
# Servers are started on loopback and stopped again. The network is used by npm
# alone, to install what the lock file names. One line for each check, with
# figures; the tool's own words where it fails.
set -euo pipefail

if [[ $# -ne 1 || ! -x $1 ]]; then
  echo "usage: $0 path/to/toolcrib" >&2
  exit 2
fi
toolcrib=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
. ../lib.sh
install_packages
newer_node

conformance() {
  (cd ../.. && go build -o "$scratch/fixture" ./e2e/mcp/fixture)
  mkfifo "$scratch/open"
  exec 9<>"$scratch/open"
  "$scratch/fixture" <"$scratch/open" >"$scratch/fixture.url" &
  servers+=($!)
  node conformance.mjs "$(first "$scratch/fixture.url")"
}

# inspect ERA holds every schema against what clients of models can carry.
inspect() {
  node node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js --cli "$url/mcp" --transport http \
    --header "Authorization: Bearer $key" --protocol-era "$1" --method tools/list --strict >"$scratch/inspected"
  node -e 'const n = JSON.parse(require("fs").readFileSync(process.argv[1])).tools.length; if (n < 50) throw new Error(n + " tools")' "$scratch/inspected"
}

"$toolcrib" serve --dev --json --listen 127.0.0.1:0 --rate-per-minute 0 --account-rate-per-minute 0 >"$scratch/server" &
servers+=($!)
server=$(first "$scratch/server")
url=$(node -p 'JSON.parse(process.argv[1]).url' "$server")
key=$(node -p 'JSON.parse(process.argv[1]).key' "$server")

check "TypeScript SDK: every tool with every example, tokens" node clients.mjs "$toolcrib"
check "conformance suite, as recorded" conformance
check "inspector --strict (legacy)" inspect legacy
check "inspector --strict (modern)" inspect modern

verdict
