#!/usr/bin/env bash
# Builds the asan preset (AddressSanitizer and UndefinedBehaviorSanitizer),
# runs its quick tests and each fuzz target for a minute. What a fuzz target
# finds is kept in build/fuzz/. Prints "N passed, N failed".
set -euo pipefail
# shellcheck source=cmake/setup/load.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/load.sh"

preset=asan
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
    for program in "$root/build/$preset"/bin/fuzz_*; do
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

lock_checkout
install_packages "$logs/packages.log" build sanitize
build_targets all
status=0
# StarPU and the libraries below it keep what they allocate until the end.
ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0} \
    ctest --test-dir "$root/build/$preset" --output-on-failure -j 2 \
    --no-tests=ignore -LE 'slow|setup|gpu|mpi' || status=1
fuzz_all
((failed == 0)) || status=1
exit "$status"
