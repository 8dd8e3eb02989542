#!/usr/bin/env bash
# faults.sh [SECONDS] [SEED] [JOBS]
#   runs every command of tasuki under every fault for SECONDS (120), in an order
#   that SEED gives (the day), in JOBS processes (1) with a seed each. Prints each
#   case that came out wrong with the line that repeats it, the counts of each
#   job, and "faults: N passed, M failed". docs/reliability.md explains it.
set -euo pipefail
# shellcheck source=cmake/setup/load.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/load.sh"

[[ ${1:-120}${2:-0}${3:-1} =~ ^[0-9]+$ ]] ||
    die 2 "usage: faults.sh [SECONDS] [SEED] [JOBS]"
seconds=${1:-120} seed=${2:-$(($(date +%s) / 86400))} jobs=${3:-1}

lock_checkout
build_targets faults
unlock_checkout
output=$(mktemp -d)
trap 'rm -rf -- "$output"' EXIT
running=()
for ((job = 0; job < jobs; ++job)); do
    "$root/build/$folder/bin/faults" --seconds "$seconds" \
        --seed "$((seed + job))" >"$output/$job" 2>&1 &
    running+=("$!")
done
status=0
for job in "${!running[@]}"; do
    wait "${running[job]}" || status=1
    sed 's/^faults: \(.*\)/of this job: \1/' "$output/$job"
done
# A job that ended without a count has failed.
cat -- "$output"/* | awk -v jobs="$jobs" '
    /^faults: [0-9]+ passed, [0-9]+ failed$/ { passed += $2; failed += $4; n++ }
    END { printf "faults: %d passed, %d failed\n", passed, failed + jobs - n }'
exit "$status"
