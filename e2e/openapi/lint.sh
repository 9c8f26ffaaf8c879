#!/usr/bin/env bash
# Checks an OpenAPI document with the tools its readers use:
#
#   lint.sh path/to/openapi.json
#
# Spectral and Redocly must find nothing, and openapi-typescript must make
# types of it that compile. One line per tool, the tool's own words where it
# fails. The network is used by npm alone, to install what the lock file names.
set -euo pipefail

if [[ $# -ne 1 || ! -f $1 ]]; then
  echo "usage: $0 path/to/openapi.json" >&2
  exit 2
fi
document=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"

export SCARF_ANALYTICS=false REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
export NO_UPDATE_NOTIFIER=1 NO_COLOR=1

if [[ ! -f node_modules/.package-lock.json || package-lock.json -nt node_modules/.package-lock.json ]]; then
  echo "installing what e2e/openapi/package-lock.json names"
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# check NAME COMMAND... runs a tool and shows what it says only if it fails.
check() {
  local name=$1
  shift
  if "$@" >"$scratch/output" 2>&1; then
    echo "ok    $name"
    passed=$((passed + 1))
  else
    echo "FAIL  $name"
    sed 's/^/      /' "$scratch/output"
    failed=$((failed + 1))
  fi
}

typescript() {
  node_modules/.bin/openapi-typescript "$document" --output "$scratch/openapi.d.ts" &&
    node_modules/.bin/tsc --noEmit --strict "$scratch/openapi.d.ts"
}

check "spectral (spectral:oas, no warning)" node_modules/.bin/spectral lint --ruleset .spectral.yaml --fail-severity warn "$document"
check "redocly (recommended-strict)" node_modules/.bin/redocly lint --config redocly.yaml "$document"
check "openapi-typescript (strict types compile)" typescript

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
