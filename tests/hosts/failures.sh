#!/usr/bin/env bash
# failures.sh TASUKI: what happens to a rank or to a machine of several is said,
# by name, and ends all ranks, unless it is only slow.
source "$(dirname -- "$0")/machines.sh"
program=$1
wilson=("$program" wilson --gpus 0 --cpus 1 --gauge hot:3 --lattice 4x4x8x12
    --blocks 1x1x1x6 --log-level info)

# A machine has so long to answer [s]; 20 by default.
export TASUKI_LINK_TIMEOUT=6

# all_gone [SECONDS]: until no rank is left, of a run that may have ended before
# them.
all_gone() {
    SECONDS=0
    while [[ -n $(ranks_on node1)$(ranks_on node2)$(ranks_on node3) ]]; do
        ((SECONDS < ${1:-12})) || fail "ranks go on after ${1:-12} s"
        sleep 0.2
    done
}

# A rank that is killed.
machines 3
begin 1 "${wilson[@]}" --iterations 1000000
kill -KILL "$(ranks_on node2)"
ends_within 10
((status == 137)) || fail "exit code $status after a kill"
said "error: rank 1 (node2, pid "
echo "ok: a rank that is killed"

# A rank that stands still for longer, and goes on.
begin 1 "${wilson[@]}" --iterations 1000000
slow=$(ranks_on node2)
kill -STOP "$slow"
sleep 23
kill -CONT "$slow"
for _ in {1..100}; do
    ! grep -q 'rank 1 (node2) is heard again' "$scratch/log" || break
    sleep 0.1
done
said "rank 1 (node2) is heard again"
said "rank 1 (node2, pid $slow) has not been heard for 20 s, but its machine"
for node in node1 node2 node3; do
    [[ -n $(ranks_on $node) ]] || fail "it has ended on $node"
done
echo "ok: a rank that stands still"

# mpirun is told to end.
kill -TERM "$run"
ends_within 20
all_gone
((status != 0)) || fail "exit code 0 after SIGTERM"
echo "ok: an mpirun that is told to end, $SECONDS s"

# mpirun is killed, or its signal reaches only what has started the ranks: these
# lose the launcher of their machine.
begin 1 "${wilson[@]}" --iterations 1000000
kill -KILL "$run"
all_gone
echo "ok: an mpirun that is killed, $SECONDS s"
# shellcheck disable=SC2016
begin 1 bash -c 'setsid "$@" & wait' rank "${wilson[@]}" --iterations 1000000
kill -TERM "$run"
all_gone
echo "ok: ranks in sessions of their own, $SECONDS s"

# A machine whose link is cut: ranks on both sides end. mpirun would wait for
# its own process there.
begin 2 "${wilson[@]}" --iterations 1000000
ip -n switch link set port3 down
all_gone 30
said "node3 has not answered for 6 s: the machine or its link is down"
said "has not been heard" 0
kill -KILL "$run"
echo "ok: a cut link, $SECONDS s"

# What docs/ranks.md tells mpirun lets it end all by itself.
machines 3
export TASUKI_LINK_TIMEOUT=0
export OMPI_MCA_oob_tcp_keepalive_time=8 OMPI_MCA_oob_tcp_keepalive_intvl=3
export OMPI_MCA_oob_tcp_keepalive_probes=3
begin 2 "${wilson[@]}" --iterations 1000000
ip -n switch link set port3 down
SECONDS=0
ends_within 30
while [[ -n $(ip netns pids node2)$(ip netns pids node3) ]]; do
    ((SECONDS < 30)) || fail "processes go on after 30 s"
    sleep 0.2
done
((status != 0)) || fail "exit code 0 with a cut link"
grep -q node3 "$scratch/log" || fail "node3 is not named"
echo "ok: a cut link that mpirun sees, $SECONDS s"
