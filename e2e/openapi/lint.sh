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

. ../lib.sh
export SCARF_ANALYTICS=false REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
install_packages

typescript() {
  node_modules/.bin/openapi-typescript "$document" --output "$scratch/openapi.d.ts" &&
    node_modules/.bin/tsc --noEmit --strict "$scratch/openapi.d.ts"
}

check "spectral (spectral:oas, no warning)" node_modules/.bin/spectral lint --ruleset .spectral.yaml --fail-severity warn "$document"
check "redocly (recommended-strict)" node_modules/.bin/redocly lint --config redocly.yaml "$document"
check "openapi-typescript (strict types compile)" typescript

verdict
