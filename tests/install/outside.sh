# For tests that build a project outside of the tree. Sourced with the
# arguments CMAKE BUILD COMPILER GENERATOR: the build to install, and with what.
# shellcheck shell=bash disable=SC2034 # who sources it uses them
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
source_root=$(cd -- "$here/../.." && pwd)
cmake=$1 build=$2 compiler=$3 generator=$4
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# step NAME COMMAND...: its output only if it fails
step() {
    local name=$1
    shift
    if ! "$@" >"$scratch/log" 2>&1 </dev/null; then
        echo "FAILED: $name"
        tail -n 40 -- "$scratch/log"
        exit 1
    fi
    echo "ok: $name"
}
