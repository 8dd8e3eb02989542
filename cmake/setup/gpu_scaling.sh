#!/usr/bin/env bash
# gpu_scaling.sh [FOLDER]: how D scales over the GPUs of one machine, in one run
# of a bundle (in which this script lies): weak scaling in one process, and with
# a rank for each GPU; faces between GPUs directly, and through the host; and
# against hand-written streams and bare StarPU. Every run is checked against the
# plain reference and may take TASUKI_SCALING_LIMIT seconds (default 120). JSON
# and logs go to FOLDER (default: a temporary one), a line for each run to
# stdout as it ends. Exits with 1 if any failed.
set -uo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
tasuki=$here/bin/tasuki
[[ -x $tasuki ]] || {
    echo "tasuki: error: $tasuki is missing: run this from a bundle" >&2
    exit 3
}
out=${1:-$(mktemp -d)}
mkdir -p -- "$out"
limit=${TASUKI_SCALING_LIMIT:-120}
failures=0

gpus=$("$tasuki" devices --json "$out/devices.json" >/dev/null &&
    grep -c '"multiprocessors"' "$out/devices.json") || gpus=0
((gpus > 0)) || {
    echo "tasuki: error: no GPU found" >&2
    exit 3
}
counts=(1)
while ((2 * counts[-1] <= gpus)); do counts+=($((2 * counts[-1]))); done

# numbers FILE KEY: the number of a key that stands alone on its line.
number() { sed -n "s/^ *\"$2\": \([-0-9.e+]*\),\{0,1\}$/\1/p" "$1" | head -n 1; }

# run NAME COMMAND...: a tasuki wilson, whose JSON goes to NAME.json.
run() {
    local name=$1 status=0
    shift
    timeout "$limit" "$@" --json "$out/$name.json" >"$out/$name.txt" \
        2>"$out/$name.log" || status=$?
    if ((status == 0)); then
        printf '%-28s %9.4f ms  error %s\n' "$name" \
            "$(awk -v s="$(number "$out/$name.json" seconds_per_apply)" \
                'BEGIN { print 1e3 * s }')" \
            "$(number "$out/$name.json" relative_error)"
    else
        failures=$((failures + 1))
        printf '%-28s FAILED (exit %d): %s\n' "$name" "$status" \
            "$(tail -n 1 -- "$out/$name.log")"
    fi
}

wilson=("$tasuki" wilson --gauge hot:1 --repetitions 9)
space=${TASUKI_SCALING_SPACE:-48}
time=${TASUKI_SCALING_TIME:-96} # sites along T for each GPU
lattice() { echo "${space}x${space}x${space}x$((time * $1))"; }

echo "weak scaling, $(lattice 1) for each GPU"
for n in "${counts[@]}"; do
    for placement in gpu dynamic; do
        run "weak-$placement-$n" "${wilson[@]}" --lattice "$(lattice "$n")" \
            --gpus "$n" --placement $placement
    done
    run "weak-gpu-single-$n" "${wilson[@]}" --lattice "$(lattice "$n")" \
        --gpus "$n" --placement gpu --precision single
    ((n == 1)) || ! command -v mpirun >/dev/null ||
        run "weak-ranks-$n" mpirun --bind-to none -np "$n" "${wilson[@]}" \
            --lattice "$(lattice "$n")" --gpus 1 --placement gpu
done

echo "faces between GPUs, 32x32x32x64 for each GPU"
for n in "${counts[@]:1}"; do
    for blocks in 1x1x1x$n 1x1x1x$((2 * n)) 1x2x1x$n; do
        run "direct-$n-$blocks" "${wilson[@]}" --lattice "32x32x32x$((64 * n))" \
            --gpus "$n" --placement gpu --blocks "$blocks"
        run "by-host-$n-$blocks" env STARPU_ENABLE_CUDA_GPU_GPU_DIRECT=0 \
            "${wilson[@]}" --lattice "32x32x32x$((64 * n))" --gpus "$n" \
            --placement gpu --blocks "$blocks"
    done
done

for n in "${counts[@]}"; do
    timeout "$limit" "$tasuki" bench wilson --engine tasuki,replay,streams,bare \
        --gpus "$n" --reconstruct 18 --precision double,single \
        --lattice "32x32x32x$((128 * n))" --placement gpu \
        --json "$out/engines-$n.json" 2>"$out/engines-$n.log" || {
        failures=$((failures + 1))
        echo "FAILED  engines on $n GPUs: $(tail -n 1 -- "$out/engines-$n.log")"
    }
done
((failures == 0))
