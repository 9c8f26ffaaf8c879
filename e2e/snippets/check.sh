#!/usr/bin/env bash
# Runs what the documents and the pages of the tools show to their readers:
#
#   check.sh path/to/toolcrib [document… | pages]
#
# Servers are started on loopback and stopped again; the network is not used.
# One line for each document, what it marks as not to be run, and the program's
# own words where something is not as it says.
set -euo pipefail

if [[ $# -lt 1 || ! -x $1 ]]; then
  echo "usage: $0 path/to/toolcrib [document… | pages]" >&2
  exit 2
fi
toolcrib=$(realpath "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec go run ./e2e/snippets "$toolcrib" "$@"
