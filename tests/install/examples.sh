#!/usr/bin/env bash
# examples.sh CMAKE BUILD PREFIX COMPILER GENERATOR: every folder in examples/
# builds against the installed package and computes what it should. himeno.sh
# does it for examples/himeno.
# shellcheck source=tests/install/outside.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/outside.sh"
# shellcheck source=tests/install/example.sh
source "$here/example.sh"

count=0
for folder in "$source_root"/examples/*/; do
    name=$(basename -- "$folder")
    [[ $name != himeno ]] || continue
    if [[ $name == fortran_program ]] && ! command -v gfortran >/dev/null; then
        echo "skipped: $name, as gfortran is not here"
        continue
    fi
    check_example "$name"
    count=$((count + 1))
done
((count > 0)) || {
    echo "FAILED: there is no example"
    exit 1
}
cd -- "$scratch"

# As a Makefile would.
builds_by_pkg_config() {
    local flags
    export PKG_CONFIG_PATH
    PKG_CONFIG_PATH=$(dirname -- "$(find "$prefix" -name tasuki.pc)")
    read -ra flags < <(pkg-config --cflags --libs tasuki)
    [[ -s $(pkg-config --variable=fortran tasuki) ]] || return 1
    cc -std=c99 "$source_root/examples/c_program/main.c" -o by_pkg_config \
        "${flags[@]}" -lm "-Wl,-rpath,$(pkg-config --variable=libdir tasuki)" &&
        ./by_pkg_config
}
step "c_program: builds by pkg-config" builds_by_pkg_config

# An example has the options that `tasuki compare run` varies.
is_compared() {
    "$prefix/bin/tasuki" compare run --vary '--placement {cpu,dynamic}' \
        --vary '--sched {lws,dmdas}' --reps 2 --out compared -- "$1" --gpus 0 &&
        grep -q '4 cells, 0 failed' "$scratch/log"
}
step "pipeline: is compared" is_compared "$scratch/pipeline/pipeline"

# 4 x 4 blocks on two ranks, 10 steps in each of 2 repetitions.
counts_tasks_of_both_ranks() {
    mpirun -n 2 heat/heat --repetitions 2 --placement step=cpu --json heat.json
    cat heat.json
    grep -q '"name": "rank 1 CPU' heat.json && grep -A1 '"step"' heat.json | grep -q '"cpu": 320,'
}
step "heat: counts the tasks of both ranks" counts_tasks_of_both_ranks

# The Hilbert matrix, to the digits of a double.
says_what_is_not_positive_definite() {
    local code=0
    cholesky/cholesky --tiles 16 --diagonal 0 --gpus 0 2>said || code=$?
    cat said
    [[ $code == 4 ]] && grep -q 'task potrf failed: .* not positive definite' said
}
step "cholesky: fails where there is no factor" says_what_is_not_positive_definite
