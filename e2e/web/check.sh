#!/usr/bin/env bash
# Walks through the website in a real browser, as people do:
#
#   check.sh path/to/toolcrib
#
# Servers are started on loopback and stopped again; one of them has a base URL
# with a path. The network is used by npm alone, to install what the lock file
# names. Chromium is the system's, or the one that $CHROMIUM names.
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
[[ -x ${CHROMIUM:-/usr/bin/chromium} ]] || { echo "chromium is needed; install the package chromium, or name one in CHROMIUM" >&2; exit 1; }

# start NAME PATH starts a server whose base URL ends in PATH. Its port must be
# known beforehand, since the base URL names it.
start() {
  local port
  port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
  "$toolcrib" serve --json --listen "127.0.0.1:$port" --base-url "http://localhost:$port$2" --data "$scratch/$1.data" --metrics-listen '' \
    --payments fake --rate-per-minute 0 --account-rate-per-minute 0 --free-compute-units 100000 --free-image-units 10000 >"$scratch/$1" &
  servers+=($!)
  first "$scratch/$1" >/dev/null
}

# of NAME MEMBER is what a server said of itself.
of() { node -p 'JSON.parse(require("fs").readFileSync(process.argv[1]))[process.argv[2]]' "$scratch/$1" "$2"; }

# key NAME makes a key.
key() { "$toolcrib" key create --name e2e --data "$scratch/$1.data" 2>/dev/null; }

start root ""
start sub /tools/at
check "setup, keys, usage, second factor, passkey" node walk.mjs "$(of root url)" "$(of root setup)" "$scratch/state.json"
check "the same below a path" node walk.mjs "$(of sub url)" "$(of sub setup)" "$scratch/sub.json"
check "every operation's page, with and without script" node tools.mjs "$(of root url)" "$(key root)"
check "axe: every public page" node access.mjs "$(of root url)" -
check "axe: account and main pages, light, dark, phone, Hindi" node access.mjs "$(of root url)" "$scratch/state.json" \
  / /tools /tools/emi-calculator /tools/text-diff-checker?_example=1 /docs/errors \
  /account /account/keys /account/keys/new /account/usage?range=30 /account/requests /account/mcp /account/webhook /account/team /account/audit \
  /account/security /account/settings /account/billing /admin
check "lighthouse" node lighthouse.mjs "$(of root url)" "$scratch/state.json" / /tools/emi-calculator /docs /account
verdict
