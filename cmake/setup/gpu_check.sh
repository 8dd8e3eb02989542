#!/usr/bin/env bash
# gpu_check.sh [FOLDER]: what only a machine with a GPU can tell, in one run of
# a bundle (in which this script lies): all tests, and what gpu_check.txt lists.
# Logs and JSON go to FOLDER (default: a temporary one); a short table is printed
# last. Exits with 1 if anything failed.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
out=$(realpath -m -- "${1:-$(mktemp -d)}")
PATH=$here/bin:$PATH
mkdir -p -- "$out"
# What it measures and tunes is none of the user's.
export STARPU_HOME=$out/home XDG_CACHE_HOME=$out/home TASUKI_CACHE=$out/home
unset STARPU_PERF_MODEL_DIR STARPU_PERF_MODEL_PATH
summary=()

# step NAME COMMAND...: its output to a log of that name. 77: nothing of it can
# run here.
step() {
    local log=$out/$1.log status=0
    timeout 1800 "${@:2}" >"$log" 2>&1 </dev/null || status=$?
    case $status in
        0) summary+=("ok      $1") ;;
        77) summary+=("skipped $1: $(sed -n 's/^skipped: //p' "$log" | sed q)") ;;
        *) summary+=("FAILED  $1 (exit $status): $(tail -n 1 -- "$log")") ;;
    esac
}

for test in "$here"/bin/tests/*_test; do
    [[ -x $test ]] || continue
    program=$(basename -- "$test")
    while read -r name _ filter; do
        step "$name" "$test" ${filter:+"$filter"}
    done < <(grep " $program\( \|$\)" "$here/share/tasuki/tests.txt" ||
        echo "$program")
done
while read -r needs _ name _ command; do
    [[ -n $name ]] && [[ $needs != '#' ]] || continue
    [[ $name != bench-* ]] || command+=" --json $out/$name.json"
    for need in ${needs//,/ }; do
        [[ -x $here/libexec/tasuki/tasuki-$need ]] ||
            command -v "$need" >/dev/null || continue 2
    done
    read -ra words <<<"$command"
    step "$name" "${words[@]}"
done <"$here/share/tasuki/gpu_check.txt"
compgen -G "$out/bench-*.log" >/dev/null && cat -- "$out"/bench-*.log
printf '%s\n' "${summary[@]}"
[[ "${summary[*]}" != *FAILED* ]]
