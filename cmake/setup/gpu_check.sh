#!/usr/bin/env bash
# gpu_check.sh [FOLDER]: what only a machine with a GPU can tell, in one run of
# a bundle (in which this script lies): all tests; every placement on two block
# grids, one in single precision, against the plain reference; replays of the
# commands that the bundle has; memcheck and racecheck of compute-sanitizer on
# the operator, on its replay and on every kernel, on a small lattice; and the
# benchmark tables, of the kernels, of D against hand-written streams and bare
# StarPU, of small tasks, and of messages that GPUs start. Logs and JSON go to
# FOLDER (default: a temporary one); a short table is printed last. Exits with
# 1 if anything failed.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
tasuki=$here/bin/tasuki
[[ -x $tasuki ]] || {
    echo "tasuki: error: $tasuki is missing: run this from a bundle" >&2
    exit 3
}
out=${1:-$(mktemp -d)}
mkdir -p -- "$out"
failures=0
summary=()

# step NAME COMMAND...: its output to a log of that name. 77: nothing of it can
# run here.
step() {
    local name=$1 log=$out/$1.log status=0
    shift
    "$@" >"$log" 2>&1 || status=$?
    case $status in
        0) summary+=("ok      $name") ;;
        77) summary+=("skipped $name: $(sed -n 's/^skipped: //p' "$log" | head -n 1)") ;;
        *)
            summary+=("FAILED  $name (exit $status): $(tail -n 1 -- "$log")")
            failures=$((failures + 1))
            ;;
    esac
}

for test in "$here"/bin/tests/*_test; do
    step "$(basename -- "$test")" timeout 300 "$test"
done

wilson=("$tasuki" wilson --gauge hot:1 --iterations 2 --repetitions 1)
# Few: a run takes seconds to start, and the tests compare every placement,
# grid and form in one process.
placements() {
    local placement
    for placement in gpu dynamic host-t-minus host-t host-all cpu; do
        echo "$placement"
        "${wilson[@]}" --lattice 8x8x8x16 --placement $placement \
            --blocks 1x1x1x2 || return
        "${wilson[@]}" --lattice 8x8x8x16 --placement $placement \
            --blocks 2x2x1x2 --precision single --reconstruct 8 || return
    done
}
step placements placements

has() {
    [[ -x $here/libexec/tasuki/tasuki-$1 ]]
}
# Enough iterations for replays, and for a policy that settles.
replays() {
    local placement
    for placement in gpu dynamic host-t; do
        "$tasuki" wilson --gauge hot:1 --iterations 100 --repetitions 3 \
            --lattice 8x8x8x16 --placement $placement --blocks 1x1x1x2 \
            --replay on || return
    done
    if has solve; then
        "$tasuki" solve --gauge hot:1 --lattice 8x8x8x16 --placement gpu \
            --replay on || return
    fi
    if has sphere; then
        "$tasuki" sphere --truncation 42 --steps 200 --placement gpu \
            --replay on || return
    fi
    if has nbody; then
        "$tasuki" nbody --n 4096 --steps 200 --placement gpu --replay on ||
            return
    fi
}
step replays replays

if command -v compute-sanitizer >/dev/null; then
    for tool in memcheck racecheck; do
        for blocks in 1x1x1x1 2x2x1x2; do
            step "$tool-$blocks" timeout 120 compute-sanitizer --tool $tool \
                --error-exitcode 1 "${wilson[@]}" --lattice 8x8x8x8 \
                --placement gpu --blocks $blocks
        done
        step "$tool-replay" timeout 120 compute-sanitizer --tool $tool \
            --error-exitcode 1 "$tasuki" wilson --gauge hot:1 --iterations 30 \
            --repetitions 1 --lattice 8x8x8x8 --placement gpu \
            --blocks 1x1x1x2 --replay on
        # Without the CPUs' kernels, which no such tool looks into.
        step "$tool-kernels" timeout 240 compute-sanitizer --tool $tool \
            --error-exitcode 1 "$tasuki" bench wilson --lattice 8x8x8x8 \
            --cpus 0 --repetitions 1
    done
else
    summary+=("skipped sanitizers: no compute-sanitizer here")
fi

for lattice in ${TASUKI_CHECK_LATTICES:-32x32x32x64 48x48x48x96}; do
    "$tasuki" --log-level info bench wilson --lattice "$lattice" \
        --json "$out/bench-$lattice.json" >"$out/bench-$lattice.txt" \
        2>"$out/bench-$lattice.log" || {
        failures=$((failures + 1))
        summary+=("FAILED  bench $lattice: $(tail -n 1 -- \
            "$out/bench-$lattice.log")")
    }
done

# What the task runtime costs.
bench_engines() {
    "$tasuki" bench wilson --engine tasuki,replay,streams,bare --reconstruct 18 \
        --lattices 16x16x16x16,32x32x32x128 \
        --placement gpu,host-t-minus,host-t \
        --json "$out/bench-engines.json" >"$out/bench-engines.txt"
}
step engines bench_engines

bench_tasks() {
    "$tasuki" bench tasks --on gpu --patterns stencil_1d,trivial,fft \
        --json "$out/bench-tasks.json" --svg "$out/bench-tasks.svg" \
        >"$out/bench-tasks.txt"
}
if has bench-tasks; then
    step tasks bench_tasks
fi

# Communication that GPUs start: on one GPU, and between two ranks.
bench_self() {
    local ranks=$1
    shift
    "$@" "$tasuki" bench self --sizes 1024,1048576,67108864 \
        --json "$out/bench-self-$ranks.json" >"$out/bench-self-$ranks.txt"
}
if has bench-self; then
    step self bench_self 1
    ! command -v mpirun >/dev/null ||
        step self-ranks bench_self 2 mpirun --bind-to none -np 2
fi

cat -- "$out"/bench-*.txt
printf '%s\n' "${summary[@]}"
((failures == 0))
