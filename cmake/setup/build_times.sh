#!/usr/bin/env bash
# build_times.sh [BUILD_FOLDER]: where the time of a build went, by room, by
# kind of source and by file, from what Ninja has written down.
#
# Seconds are those from the start of a command to its end: with no more jobs
# than CPUs that is about the CPU time. The newest entry of each output counts,
# so that the table is of the whole build, however often it was continued. What
# came out of ccache counts as the little that it took.
set -euo pipefail

(($# <= 1)) || {
    echo "usage: build_times.sh [BUILD_FOLDER]" >&2
    exit 2
}
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
build=${1:-$root/build/release}
[[ -r $build/.ninja_log ]] || {
    echo "build_times.sh: $build has no .ninja_log; expected a folder in" \
        "which ninja has built" >&2
    exit 2
}
header=$(head -n 1 -- "$build/.ninja_log")
[[ $header =~ ^'# ninja log v'[5-7]$ ]] || {
    echo "build_times.sh: $build/.ninja_log begins with '$header'; expected" \
        "'# ninja log v5', v6 or v7" >&2
    exit 2
}
rules=$build/build.ninja
[[ -r $rules ]] || rules=/dev/null

# Seconds, kind, room and output, a line for each command; a command with
# several outputs has one.
entries=$(awk -F '\t' '
    # what compiles for GPUs, whatever it is called
    FILENAME == ARGV[1] && /^build [^ ]+: (CUDA|HIP)_COMPILER/ {
        split($0, words, /[ :]/)
        gpu[words[2]] = 1
    }
    FILENAME == ARGV[1] || /^#/ || NF < 5 { next }
    {
        output = $4
        taken[output] = $2 - $1
        command[output] = $1 " " $2 " " $5
    }
    END {
        for (output in taken) {
            if (output ~ /build\.ninja$|(^|\/)CMakeFiles\/[^\/]*$/) continue
            if (command[output] in seen) continue
            seen[command[output]] = 1
            room = output
            if (!sub(/\/.*/, "", room)) room = "(other)"
            if (output !~ /\.o$/) kind = "links and the like"
            else if (room == "tests") kind = "tests"
            else if (output in gpu || output ~ /\/gpu[^\/]*\.cpp\.o$/)
                kind = "GPU source"
            else if (room == "codelets" && output ~ /\/cpu[^\/]*\.cpp\.o$/)
                kind = "Highway source"
            else kind = "rest"
            printf "%.3f\t%s\t%s\t%s\n", taken[output] / 1000, kind, room,
                output
        }
    }' "$rules" "$build/.ninja_log")
[[ -n $entries ]] || {
    echo "build_times.sh: $build/.ninja_log has no entry" >&2
    exit 2
}

# table COLUMN HEADING: the sums over what a column says, greatest first.
table() {
    printf '%-20s %6s %9s\n' "$2" files 'time [s]'
    awk -F '\t' -v column="$1" '
        { files[$column]++; seconds[$column] += $1 }
        END {
            for (name in files)
                printf "%-20s %6d %9.1f\n", name, files[name], seconds[name]
        }' <<<"$entries" | sort -t $'\n' -k1.28,1.40rn -k1,1
    echo
}
table 3 room
table 2 kind
printf '%9s  %s\n' 'time [s]' 'the 30 slowest'
sort -rn <<<"$entries" | awk -F '\t' '
    NR <= 30 {
        name = $4
        sub(/CMakeFiles\/[^\/]*\.dir\//, "", name)
        sub(/\.o$/, "", name)
        printf "%9.1f  %s\n", $1, name
    }'
awk -F '\t' '{ sum += $1 }
    END { printf "\ntotal: %.0f CPU seconds in %d commands\n", sum, NR }' \
    <<<"$entries"
