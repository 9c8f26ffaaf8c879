#!/usr/bin/env bash
# Checks the TypeScript and Python clients and the programs in examples/
# against a server:
#
#   check.sh path/to/toolcrib
#
# The server is started on loopback and stopped again. The network is used by
# npm alone, to install what the lock file names. (The Go client is tested by
# go test ./client.)
set -euo pipefail

if [[ $# -ne 1 || ! -x $1 ]]; then
  echo "usage: $0 path/to/toolcrib" >&2
  exit 2
fi
toolcrib=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
. ../lib.sh
install_packages
root=$(realpath ../..)
export PYTHONPATH=$root/clients/python PYTHONDONTWRITEBYTECODE=1

# typescript builds the client as its package does, and the programs over it.
typescript() {
  local ts=$scratch/ts bin=$PWD/node_modules/.bin
  mkdir -p "$ts/client" "$ts/app" "$ts/node_modules"
  cp "$root"/clients/typescript/{index.ts,package.json,tsconfig.json} "$ts/client"
  cp calls.ts "$root/examples/blog-cards/cards.ts" "$ts/app"
  ln -s "$PWD"/node_modules/* "$ts/node_modules/"
  ln -s ../client "$ts/node_modules/toolcrib-client"
  echo '{"type":"module"}' >"$ts/app/package.json"
  "$bin/openapi-typescript" "$root/api/openapi.json" --default-non-nullable=false --output "$ts/client/schema.ts"
  "$bin/tsc" -p "$ts/client"
  "$bin/tsc" --target ES2022 --module NodeNext --strict --skipLibCheck --outDir "$ts/app" "$ts"/app/*.ts
}

types() {
  mypy --strict --python-version 3.11 --cache-dir "$scratch/mypy" \
    "$root/clients/python/toolcrib" calls.py "$root/examples/emi-table/emi_table.py"
}

# same EXPECTED COMMAND... compares what a command prints.
same() {
  local expected=$1
  shift
  "$@" >"$scratch/printed" && diff -u "$expected" "$scratch/printed"
}

crontab() { make --no-print-directory -C "$root/examples/crontab" check TOOLCRIB="$toolcrib"; }

broken_crontab() {
  echo '61 * * * * never' >"$scratch/crontab"
  ! TOOLCRIB=$toolcrib "$root/examples/crontab/check-crontab" "$scratch/crontab"
}

csv_import() { (cd "$root" && go run ./examples/csv-import examples/csv-import/parts.csv); }

emi_table() { python3 "$root/examples/emi-table/emi_table.py" 500000 8.5 60; }

"$toolcrib" serve --dev --json --listen 127.0.0.1:0 --rate-per-minute 0 --account-rate-per-minute 0 \
  --free-compute-units 10000 --free-image-units 1000 >"$scratch/server" 2>"$scratch/log" &
servers+=($!)
node unreliable.mjs >"$scratch/unreliable" &
servers+=($!)
server=$(first "$scratch/server")
unreliable=$(first "$scratch/unreliable")
TOOLCRIB_URL=$(node -p 'JSON.parse(process.argv[1]).url' "$server")
TOOLCRIB_KEY=$(node -p 'JSON.parse(process.argv[1]).key' "$server")
export TOOLCRIB_URL TOOLCRIB_KEY TOOLCRIB=$toolcrib

check "Python: types (mypy --strict)" types
check "Python: every operation, a refusal, retries" python3 calls.py "$TOOLCRIB_URL" "$TOOLCRIB_KEY" "$unreliable"
check "TypeScript: generated and compiled (tsc --strict)" typescript
check "TypeScript: every operation, a refusal, retries" node "$scratch/ts/app/calls.js" "$TOOLCRIB_URL" "$TOOLCRIB_KEY" "$unreliable"
check "examples/csv-import (Go)" same "$root/examples/csv-import/expected.txt" csv_import
check "examples/emi-table (Python)" same "$root/examples/emi-table/expected.csv" emi_table
check "examples/blog-cards (TypeScript)" same "$root/examples/blog-cards/expected.txt" \
  node "$scratch/ts/app/cards.js" "$root/examples/blog-cards/posts.json" "$scratch/cards"
check "examples/crontab (shell)" same "$root/examples/crontab/expected.txt" crontab
check "examples/crontab refuses a broken line" broken_crontab
check "examples/agent (MCP)" node agent.mjs "$root/examples/agent/mcp.json"

verdict
