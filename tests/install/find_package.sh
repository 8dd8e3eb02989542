#!/usr/bin/env bash
# find_package.sh CMAKE BUILD COMPILER GENERATOR: what a project outside gets.
# Installs the build into a new prefix, moves that, and from there configures,
# builds and runs consumer/; then runs the installed command line.
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

no_path_of_this_machine() {
    ! grep -rnF -e "$source_root" -e "$build" "$prefix" --include=*.cmake
}

# A prefix that was copied elsewhere is as good as the first.
step install "$cmake" --install "$build" --prefix "$scratch/first"
prefix=$scratch/prefix
mv -- "$scratch/first" "$prefix"
step "nothing points into the build" no_path_of_this_machine
step configure "$cmake" -G "$generator" -S "$here/consumer" -B "$scratch/build" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$prefix"
step compile "$cmake" --build "$scratch/build"
step "run the program" "$scratch/build/app"
step "run the installed tasuki" "$prefix/bin/tasuki" wilson --placement cpu \
    --iterations 1 --repetitions 1
