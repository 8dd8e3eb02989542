# For tests that build a project outside of the tree. Sourced with the
# arguments CMAKE BUILD PREFIX COMPILER GENERATOR: what the build was installed
# to, and with what projects outside are built.
# shellcheck shell=bash disable=SC2034 # who sources it uses them
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
source_root=$(cd -- "$here/../.." && pwd)
cmake=$1 build=$2 prefix=$3 compiler=$4 generator=$5
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

# compile FOLDER NAME OPTIONS...: into $scratch/NAME. Without contraction, a sum
# of products has the same bits in every loop.
compile() {
    local folder=$1 name=$2
    shift 2
    "$cmake" -G "$generator" -S "$folder" -B "$scratch/$name" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
        -DCMAKE_CXX_FLAGS=-ffp-contract=off -DCMAKE_PREFIX_PATH="$prefix" "$@" &&
        "$cmake" --build "$scratch/$name"
}
