#!/usr/bin/env bash
# Which programs ./tasuki builds for a command.
source "$(dirname -- "$0")/lib.sh"
source "$source_root/cmake/setup/common.sh"

# needs EXPECTED WORD...
needs() {
    local expected=$1 found
    shift
    found=$(programs_of "$@" | paste -sd' ')
    expected=$(tr -s ' \n' ' ' <<<"$expected")
    expected=${expected% }
    [[ $found == "$expected" ]] || fail "$*: found $found, expected $expected"
}
needs "tasuki tasuki-devices" --help
needs "tasuki tasuki-devices" bench --help
needs "tasuki tasuki-devices" no-command
needs "tasuki tasuki-wilson" wilson --lattice 4x4x4x4
# Other precisions are in a program of their own, for wilson alone.
needs "tasuki tasuki-wilson tasuki-wilson-forms" wilson --precision=single
needs "tasuki tasuki-compare tasuki-wilson tasuki-wilson-forms" compare wilson \
    --reconstruct 18,12
needs "tasuki tasuki-compare tasuki-simulate-wilson" compare wilson --machine m \
    --precision single
needs "tasuki tasuki-solve" solve --precision double
needs "tasuki tasuki-bench-sht" bench sht
# A simulation: its machine may stand before the command.
needs "tasuki tasuki-simulate-wilson" simulate --machine nbody wilson
needs "tasuki tasuki-simulate-tasks" simulate --machine m.json tasks
needs "tasuki tasuki-simulate-offload tasuki-simulate-wilson
    tasuki-simulate-solve tasuki-simulate-nbody tasuki-simulate-sht" \
    simulate --machine m.json offload
needs "tasuki tasuki-simulate-solve" simulate --ranks 4 --ranks-per-node 2 --machine m.json solve
needs "tasuki tasuki-simulate-wilson tasuki-trace" simulate wilson --machine=m \
    --trace DIR
# A comparison starts the program of its subject, and no other.
needs "tasuki tasuki-compare tasuki-nbody" --log-level info compare nbody
needs "tasuki tasuki-compare tasuki-wilson tasuki-trace" compare wilson --traces
needs "tasuki tasuki-compare tasuki-simulate-wilson" compare wilson \
    --machine nbody --out DIR
needs "tasuki tasuki-compare tasuki-simulate-wilson" compare --machine=m wilson
needs "tasuki tasuki-compare" compare run -- ./program --machine m
needs "tasuki tasuki-compare" compare report DIR
# A comparison of policies starts the programs of its graphs.
needs "tasuki tasuki-bench-policies tasuki-wilson tasuki-solve tasuki-nbody
    tasuki-sht tasuki-tasks" bench policies --out DIR
needs "tasuki tasuki-bench-policies tasuki-simulate-wilson
    tasuki-simulate-solve tasuki-simulate-nbody tasuki-simulate-sht
    tasuki-simulate-tasks" bench policies --machines a.json,b.json --out DIR
needs "tasuki tasuki-compare" compare run --vary "--n {4,8}" -- ./program
