#!/usr/bin/env bash
# results.sh TASUKI: ranks on several machines, one and two on each, have the
# bits of one process.
source "$(dirname -- "$0")/machines.sh"
program=$1

# same MACHINES PER_MACHINE KEYS COMMAND...: KEYS of the JSON, with commas.
# $grid has options for several ranks.
same() {
    local one=$scratch/one.json all=$scratch/all.json
    machines "$1"
    "$program" "${@:4}" --json "$one" >"$scratch/log" 2>&1 ||
        fail "${*:4} of one process"
    # shellcheck disable=SC2086
    ranks "$2" "$program" "${@:4}" $grid --json "$all" >"$scratch/log" 2>&1 ||
        fail "${*:4} $grid on $1 machines"
    python3 - "$one" "$all" "$3" <<'PYTHON' || fail "${*:4} $grid on $1 machines"
import json
import sys

one, all_ = (json.load(open(path)) for path in sys.argv[1:3])
for key in sys.argv[3].split(","):
    assert one[key] == all_[key], (key, one[key], all_[key])
PYTHON
    rm -f -- "$one" "$all"
    echo "ok: $1 machines, $2 ranks on each: ${*:4} $grid"
}

lattice=(--gpus 0 --cpus 1 --gauge hot:3 --lattice 4x4x8x16 --blocks 1x1x2x4)
wilson=(wilson "${lattice[@]}" --repetitions 1 --iterations 2 --apply 3)
nbody=(nbody --gpus 0 --cpus 1 --n 200 --steps 2)
# Few iterations: each waits for messages, and on a busy machine for a CPU.
solve=(solve "${lattice[@]}" --source random:5 --kappa 0.11 --tolerance 1e-3)
grid=''
same 2 1 norm2,checked_sites "${wilson[@]}"
same 2 2 pion,iterations,true_residual "${solve[@]}"
same 3 1 initial,final "${nbody[@]}"
same 4 1 norm2 "${wilson[@]}"
same 3 2 initial,final "${nbody[@]}"
grid='--ranks 1x1x2x4'
same 4 2 norm2 "${wilson[@]}"
