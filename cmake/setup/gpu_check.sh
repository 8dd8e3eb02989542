#!/usr/bin/env bash
# gpu_check.sh [FOLDER]: what only a machine with a GPU can tell, in one run of
# a bundle (in which this script lies): all tests, and what gpu_check.txt lists.
# Logs and JSON go to FOLDER (default: a temporary one); a short table is printed
# last. Exits with 1 if anything failed.
# gpu_check.sh --jobs [FOLDER [BEFORE]]: the time of whole jobs, those of
# gpu_check.txt whose names begin with job-, three processes of each in turns; with
# BEFORE, another bundle, its own beside them. FOLDER is on the disk to be measured.
set -uo pipefail

jobs=
if [[ ${1:-} == --jobs ]]; then
    jobs=1
    shift
fi
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

# commands PREFIX: lines "NAME COMMAND" of gpu_check.txt that can run here. Names
# with the prefix alone; without one those that are no jobs.
commands() {
    while read -r needs _ name _ command; do
        [[ -n $name && $needs != '#' ]] || continue
        [[ $name == ${1:-*}* && ($1 == job- || $name != job-*) ]] || continue
        for need in ${needs//,/ }; do
            [[ -x $here/libexec/tasuki/tasuki-$need ]] ||
                command -v "$need" >/dev/null || continue 2
        done
        printf '%s %s\n' "$name" "$command"
    done <"$here/share/tasuki/gpu_check.txt"
}

# one_job NAME BUNDLE COMMAND...: its time, from a run that writes anew.
one_job() {
    local name=$1 bundle=$2 begin
    rm -rf -- "$out/files" && mkdir -p -- "$out/files"
    begin=$(date +%s.%N)
    if (cd -- "$out/files" && PATH=$bundle/bin:$PATH timeout 600 "${@:3}") \
        >"$out/$name.log" 2>&1 </dev/null; then
        awk -v b="$begin" -v e="$(date +%s.%N)" 'BEGIN { printf "%.2f\n", e - b }'
    else
        echo failed
    fi
}

# A table of medians, least and greatest, and where the last one's time went.
if [[ -n $jobs ]]; then
    before=${2:-}
    rm -rf -- "$out/files"
    echo "disk: $(dd if=/dev/zero of="$out/written" bs=16M count=256 conv=fsync 2>&1 |
        tail -n 1)"
    rm -f -- "$out/written"
    for turn in 1 2 3; do
        while read -r name command; do
            read -ra words <<<"$command"
            one_job "$name" "$here" "${words[@]}" >>"$out/$name.now"
            [[ -z $before ]] ||
                one_job "$name.before" "$before" "${words[@]}" >>"$out/$name.before"
        done < <(commands job-)
    done
    rm -rf -- "$out/files"
    printf '%-22s %s\n' job 'median (least to greatest) [s]'
    while read -r name _; do
        for version in before now; do
            [[ -e $out/$name.$version ]] || continue
            printf '%-22s %-7s %s\n' "${name#job-}" "$version" "$(sort -n \
                "$out/$name.$version" | awk '{ t[NR] = $1 }
                END { printf "%s (%s to %s)", t[int((NR + 1) / 2)], t[1], t[NR] }')"
        done
        sed -n 's/^  whole run  */    /p' "$out/$name.log"
    done < <(commands job-)
    ! grep -q failed "$out"/job-*.now
    exit
fi

for test in "$here"/bin/tests/*_test; do
    [[ -x $test ]] || continue
    program=$(basename -- "$test")
    while read -r name _ filter; do
        step "$name" "$test" ${filter:+"$filter"}
    done < <(grep " $program\( \|$\)" "$here/share/tasuki/tests.txt" ||
        echo "$program")
done
while read -r name command; do
    [[ $name != bench-* ]] || command+=" --json $out/$name.json"
    read -ra words <<<"$command"
    step "$name" "${words[@]}"
done < <(commands '')
compgen -G "$out/bench-*.log" >/dev/null && cat -- "$out"/bench-*.log
printf '%s\n' "${summary[@]}"
[[ "${summary[*]}" != *FAILED* ]]
