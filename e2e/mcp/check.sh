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
export NO_UPDATE_NOTIFIER=1 NO_COLOR=1

if [[ ! -f node_modules/.package-lock.json || package-lock.json -nt node_modules/.package-lock.json ]]; then
  echo "installing what e2e/mcp/package-lock.json names"
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
fi

# The suites need a newer Node.js than most systems have; npm brings one.
newest=$(ls -d "$PWD"/node_modules/node-linux-*/bin 2>/dev/null | head -1)
PATH=${newest:+$newest:}$PATH
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || a === 22 && b >= 19 ? 0 : 1)' || {
  echo "Node.js $(node --version) is too old; install 22.19 or newer" >&2
  exit 1
}

scratch=$(mktemp -d)
servers=()
cleanup() {
  for pid in "${servers[@]}"; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$scratch"
}
trap cleanup EXIT
passed=0 failed=0

# check NAME COMMAND... runs a check; lines with figures are shown, all of it
# only if it fails.
check() {
  local name=$1
  shift
  if "$@" >"$scratch/output" 2>&1; then
    echo "ok    $name"
    grep '^      ' "$scratch/output" || true
    passed=$((passed + 1))
  else
    echo "FAIL  $name"
    sed 's/^/      /' "$scratch/output"
    failed=$((failed + 1))
  fi
}

# first FILE waits for a server's first line.
first() {
  for _ in $(seq 100); do
    [[ -s $1 ]] && head -1 "$1" && return
    sleep 0.1
  done
  return 1
}

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

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
