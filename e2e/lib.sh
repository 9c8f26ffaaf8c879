# What the checks in the folders below have in common. Sourced, with the
# working directory in the folder of the check.
set -euo pipefail
export NO_UPDATE_NOTIFIER=1 NO_COLOR=1

# install_packages installs what the folder's lock file names.
install_packages() {
  if [[ ! -f node_modules/.package-lock.json || package-lock.json -nt node_modules/.package-lock.json ]]; then
    echo "installing what e2e/$(basename "$PWD")/package-lock.json names"
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
  fi
}

# newer_node puts a Node.js on the PATH that npm brought: the suites need a
# newer one than most systems have.
newer_node() {
  local newest
  newest=$(ls -d "$PWD"/node_modules/node-linux-*/bin 2>/dev/null | head -1)
  PATH=${newest:+$newest:}$PATH
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || a === 22 && b >= 19 ? 0 : 1)' || {
    echo "Node.js $(node --version) is too old; install 22.19 or newer" >&2
    exit 1
  }
}

scratch=$(mktemp -d)
servers=()
cleanup() {
  for pid in "${servers[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true # what they still write goes before the folder does
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

# verdict ends the run.
verdict() {
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 ]]
}

# first FILE waits for a server's first line.
first() {
  for _ in $(seq 100); do
    [[ -s $1 ]] && head -1 "$1" && return
    sleep 0.1
  done
  return 1
}
