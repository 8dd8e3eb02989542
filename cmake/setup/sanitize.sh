#!/usr/bin/env bash
# sanitize.sh [fuzz|all|ubsan|tsan]
#   fuzz   builds the fuzz targets in the asan preset (Address- and
#          UndefinedBehaviorSanitizer) and runs each for a minute
#   all    builds everything in it, and runs the quick tests too
#   ubsan, tsan   the quick tests in these presets, without the fuzz targets
# All but fuzz compile for up to half an hour. What a fuzz target finds is kept
# in build/fuzz/. Prints "N passed, N failed", or what CTest does.
set -euo pipefail
# shellcheck source=cmake/setup/load.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/load.sh"

# Host code only: no second StarPU for it.
[[ ${TASUKI_GPU:-} != hip* ]] || export TASUKI_GPU=none
mode=${1:-fuzz}
case $mode in
    fuzz | all) preset=asan ;;
    ubsan | tsan) preset=$mode ;;
    *) die 2 "usage: sanitize.sh [fuzz|all|ubsan|tsan]" ;;
esac
# Debian's default clang is too old for the standard library's source_location.
# Debian keeps one OpenMP of LLVM: with an older one libomp-19-dev is refused,
# unless TASUKI_MAY_REMOVE_PACKAGES=1.
seconds=${TASUKI_FUZZ_SECONDS:-60}
findings=$root/build/fuzz

# fuzz PROGRAM: from the seeds in tests/fuzz/seeds/NAME, if it has any.
fuzz() {
    local name seeds
    name=$(basename -- "$1")
    seeds=$root/tests/fuzz/seeds/${name#fuzz_}
    mkdir -p -- "$findings/$name"
    set -- "$1" "$findings/$name"
    [[ ! -d $seeds ]] || set -- "$@" "$seeds"
    "$@" -max_total_time="$seconds" -timeout=10 -print_final_stats=1 \
        -artifact_prefix="$findings/$name-"
}

fuzz_all() {
    passed=0 failed=0
    local program log name
    for program in "$root/build/$folder"/bin/fuzz_*; do
        [[ -x $program ]] || continue
        name=$(basename -- "$program")
        log=$logs/$name.log
        : >"$log"
        if run_logged "$log" fuzz "$program"; then
            printf 'fuzz %-6s %s, %s runs\n' ok "$name" \
                "$(sed -n 's/stat::number_of_executed_units: *//p' "$log")"
            passed=$((passed + 1))
        else
            printf 'fuzz %-6s %s\n' FAILED "$name"
            tail -n 15 -- "$log" | sed 's/^/    /'
            failed=$((failed + 1))
        fi
    done
    printf 'fuzz: %d passed, %d failed\n' "$passed" "$failed"
}

# The tests that take seconds, under the same sanitizers.
run_tests() {
    ctest --test-dir "$root/build/$folder" --output-on-failure -j 2 \
        -LE 'slow|setup|gpu|mpi'
}

targets=(all)
if [[ $mode == fuzz ]]; then
    targets=()
    for source in "$root"/tests/fuzz/fuzz_*.cpp; do
        targets+=("$(basename -- "$source" .cpp)")
    done
fi

lock_checkout
install_packages "$logs/packages.log" build sanitize
build_targets "${targets[@]}"
status=0
[[ $mode == fuzz ]] || run_tests || status=1
if [[ $preset == asan ]]; then
    fuzz_all
    ((failed == 0 && passed > 0)) || status=1
fi
exit "$status"
