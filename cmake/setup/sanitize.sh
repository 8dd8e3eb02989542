#!/usr/bin/env bash
# sanitize.sh [fuzz|all|ubsan|tsan]
#   fuzz   builds the fuzz targets in the asan preset (Address- and
#          UndefinedBehaviorSanitizer), unoptimised, and runs each for a minute
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

# fuzz PROGRAM: from the seeds in tests/fuzz/seeds/NAME, if it has any; called by
# xargs, many at a time.
fuzz() {
    local name=${1##*/} log
    local folders=("$findings/$name") seeds=$root/tests/fuzz/seeds/${name#fuzz_}
    log=$logs/$name.log
    mkdir -p -- "$findings/$name"
    [[ ! -d $seeds ]] || folders+=("$seeds")
    if "$1" "${folders[@]}" -max_total_time="$seconds" -timeout=10 \
        -print_final_stats=1 -artifact_prefix="$findings/$name-" >"$log" 2>&1; then
        printf 'fuzz %-6s %s, %s runs\n' ok "$name" \
            "$(sed -n 's/stat::number_of_executed_units: *//p' "$log")"
    else
        printf 'fuzz %-6s %s\n%s\n' FAILED "$name" \
            "$(tail -n 15 -- "$log" | sed 's/^/    /')"
    fi
}
export -f fuzz

fuzz_all() {
    export root logs findings seconds
    local results
    results=$(find "$root/build/$folder/bin" -name 'fuzz_*' -type f -print0 |
        sort -z | xargs -0 -n 1 -P "${TASUKI_JOBS:-$(nproc)}" \
        bash -c 'fuzz "$1"' _)
    printf '%s\n' "$results"
    passed=$(grep -c '^fuzz ok' <<<"$results") || true
    failed=$(grep -c '^fuzz FAILED' <<<"$results") || true
    printf 'fuzz: %d passed, %d failed\n' "$passed" "$failed"
}

# The tests that take seconds, under the same sanitizers.
run_tests() {
    ctest --test-dir "$root/build/$folder" --output-on-failure -j 2 \
        -LE 'slow|setup|gpu|mpi'
}

targets=(all)
if [[ $mode == fuzz ]]; then
    # This compiles in a quarter of the time, and runs a fifth as often.
    folder=asan-fuzz
    configure_options=(-DTASUKI_UNITY=ON
        "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O0 -gline-tables-only -DNDEBUG")
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
