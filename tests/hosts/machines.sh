# For who sources this: several machines on one. They are network namespaces with
# names and addresses of their own, joined by a switch; ranks in different ones
# have no memory in common and talk by TCP. The script goes on in namespaces of
# its own, with which all machines and processes end, and which change nothing
# outside. It exits with 77 where the system allows none.
# shellcheck shell=bash
set -euo pipefail

skip() {
    echo "skipped: $1"
    exit 77
}

if [[ ${1:-} == --agent ]]; then # what mpirun calls in place of ssh
    exec ip netns exec "$2" unshare --uts bash -c \
        'hostname "$0" && exec bash -c "$*"' "${@:2}"
elif [[ -z ${scratch:-} ]]; then
    for tool in ip unshare mpirun python3; do
        command -v "$tool" >/dev/null || skip "$tool is not installed"
    done
    mpirun --version 2>/dev/null | grep -q 'Open MPI) 4' ||
        skip "settings of Open MPI 4 make ranks of one machine those of several"
    spaces=(--mount --net --uts --ipc --pid --fork --kill-child --mount-proc)
    ((EUID == 0)) || spaces+=(--user --map-root-user)
    unshare "${spaces[@]}" true 2>/dev/null ||
        skip "this system allows no namespaces of mounts, networks and processes"
    scratch=$(mktemp -d)
    export scratch
    trap 'rm -rf -- "$scratch"' EXIT
    status=0
    unshare "${spaces[@]}" "$BASH" "$0" "$@" || status=$?
    exit "$status"
fi

# As tests/CMakeLists.txt has them, for who starts the script by hand.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_mpi_yield_when_idle=1

# machines N: node1 ... nodeN. Earlier ones are gone.
machines() {
    local k
    machines=$1
    mountpoint -q /run || mount -t tmpfs tmpfs /run
    for k in $(ip netns list | cut -d' ' -f1); do ip netns del "$k"; done
    for k in $(seq "$1"); do echo "10.77.0.$k node$k"; done >"$scratch/names"
    mountpoint -q /etc/hosts || mount --bind "$scratch/names" /etc/hosts
    ip netns add switch
    ip -n switch link add bridge type bridge
    ip -n switch link set bridge up
    for k in $(seq "$1"); do
        ip netns add "node$k"
        ip link add eth0 netns "node$k" type veth peer name "port$k" netns switch
        ip -n switch link set "port$k" master bridge up
        ip -n "node$k" addr add "10.77.0.$k/24" dev eth0
        ip -n "node$k" link set lo up
        ip -n "node$k" link set eth0 up
    done
}

# start_of PER_MACHINE COMMAND...: $start becomes mpirun on node1 over all
# machines, by programs that become each other: they are one process.
start_of() {
    local k list='' net=10.77.0.0/24
    for k in $(seq "$machines"); do list+=node$k:$1,; done
    # shellcheck disable=SC2016
    start=(ip netns exec node1 unshare --uts
        bash -c 'hostname node1 && exec "$@"' mpi
        mpirun --mca plm_rsh_agent "$(realpath -- "$0") --agent"
        --mca btl "self,vader,tcp" --mca btl_tcp_if_include "$net"
        --mca oob_tcp_if_include "$net" -H "${list%,}" --bind-to none
        -np $((machines * $1)) "${@:2}")
}

# ranks PER_MACHINE COMMAND...: waits for them.
ranks() {
    start_of "$@"
    "${start[@]}"
}

# begin PER_MACHINE COMMAND...: ranks in the background, with their output in
# $scratch/log, until every one has workers; mpirun is the process $run.
begin() {
    local tries
    : >"$scratch/log" # what is in there is of the run before
    start_of "$@"
    "${start[@]}" >"$scratch/log" 2>&1 &
    run=$!
    for ((tries = 0; tries < 600; tries++)); do
        (($(grep -c 'worker 0' "$scratch/log") < machines * $1)) || return 0
        kill -0 "$run" 2>/dev/null || break
        sleep 0.1
    done
    fail "it does not begin"
}

# ranks_on NODE: the processes of its ranks.
ranks_on() {
    local process
    for process in $(ip netns pids "$1"); do
        [[ $(cat "/proc/$process/comm" 2>/dev/null) != tasuki-* ]] ||
            echo "$process"
    done
}

# ends_within SECONDS: the run, with its exit code in $status.
ends_within() {
    local tries
    status=0
    for ((tries = 0; tries < 10 * $1; tries++)); do
        kill -0 "$run" 2>/dev/null || break
        sleep 0.1
    done
    ((tries < 10 * $1)) || fail "it goes on after $1 s"
    wait "$run" || status=$?
}

# said TEXT [TIMES]: so many lines of what was said have it (default: one).
said() {
    (($(grep -cF -- "$1" "$scratch/log") == ${2:-1})) ||
        fail "not said ${2:-1} times: $1"
}

fail() {
    echo "FAILED: $1"
    [[ ! -e $scratch/log ]] || tail -n 30 -- "$scratch/log"
    exit 1
}
