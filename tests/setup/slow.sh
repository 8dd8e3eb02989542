#!/usr/bin/env bash
# What ./tasuki doctor warns of: each finding with made-up machines, and that a
# good one gets no warning.
source "$(dirname -- "$0")/lib.sh"
root=$source_root
# shellcheck source=cmake/setup/slow.sh
source "$root/cmake/setup/slow.sh"
cd "$scratch"

# finds TEXT COMMAND...; quiet COMMAND...
finds() {
    local text=$1
    shift
    try "$@"
    expect_status 0
    (($(wc -l <"$scratch/out") == 1)) || fail "$*: not one line"
    expect_out "$text"
}
quiet() {
    try "$@"
    expect_status 0
    [[ ! -s $scratch/out && ! -s $scratch/err ]] || fail "$*: says something"
}

# The time of CPUs, of the group itself, one that it is in, and version 1.
mkdir -p group/a/b old/cpu
echo 'max 100000' >group/a/b/cpu.max
[[ -z $(cpu_quota group /a/b) ]] || fail "a limit where there is none"
echo '150000 100000' >group/a/cpu.max
[[ $(cpu_quota group /a/b) == 150 ]] || fail "the outer group's limit is not seen"
echo '50000 100000' >group/a/b/cpu.max
[[ $(cpu_quota group /a/b) == 50 ]] || fail "not the smaller limit"
echo '400000 100000' >group/cpu.max
[[ $(cpu_quota group /) == 400 ]] || fail "the limit of a container is not seen"
echo -1 >old/cpu/cpu.cfs_quota_us
echo 100000 >old/cpu/cpu.cfs_period_us
[[ -z $(cpu_quota old /) ]] || fail "a limit where there is none, version 1"
echo 250000 >old/cpu/cpu.cfs_quota_us
[[ $(cpu_quota old /) == 250 ]] || fail "the limit of version 1 is not seen"
finds '^8 CPUs are visible, but the control group has the time of 1.50' \
    slow_quota 8 150
quiet slow_quota 8 800
quiet slow_quota 8 ''

# A core for each GPU's driver, and one.
finds '^2 CPUs for 2 GPUs: .* 3 CPUs are needed' slow_cores 2 2
quiet slow_cores 3 2
quiet slow_cores 1 0

# What StarPU was built for.
printf '#define STARPU_MAXCPUS 32\n#define STARPU_MAXCUDADEVS 4\n' >config.h
finds '^64 CPUs are here, .* at most 32' slow_limit config.h STARPU_MAXCPUS 64 CPUs
finds '^8 GPUs are here, .* at most 4' slow_limit config.h STARPU_MAXCUDADEVS 8 GPUs
quiet slow_limit config.h STARPU_MAXCPUS 32 CPUs
quiet slow_limit config.h STARPU_MAXHIPDEVS 2 GPUs

# Where GPUs sit.
mkdir -p lib/hwloc
finds 'neither its CUDA nor its NVML part' slow_hwloc "$PWD/lib"
touch lib/hwloc/hwloc_nvml.so
quiet slow_hwloc "$PWD/lib"

# Tables as StarPU writes them; the rows and columns past the memories are nan.
table() {
    printf '# to NUMA 0\tto CUDA 0\tto CUDA 1\t\n'
    printf '%s\tnan\n' "$@"
    printf 'nan\tnan\tnan\tnan\n'
}
good=($'0.0e+00\t2.5e+04\t2.4e+04' $'2.6e+04\t0.0e+00\t9.0e+04'
    $'2.7e+04\t9.1e+04\t0.0e+00')
table "${good[@]}" >here.bandwidth
table "${good[@]}" >here.latency
quiet slow_tables here
quiet slow_tables elsewhere
table "${good[@]:0:2}" $'0.0e+00\t9.1e+04\t0.0e+00' >here.latency
finds 'here.latency: CUDA 1 to NUMA 0 is 0.0e\+00' slow_tables here
table "${good[@]:0:2}" $'2.7e+04\tinf\t0.0e+00' >here.latency
finds 'here.latency: CUDA 1 to CUDA 0 is inf' slow_tables here
table $'0.0e+00\t2.5e+04\t2.5e+04' $'2.6e+04\t0.0e+00\t9.0e+04' \
    $'2.6e+04\t9.1e+04\t0.0e+00' >here.latency
finds 'here.latency: CUDA 0 and CUDA 1 have the same' slow_tables here

# doctor prints them: this machine with a GPU for each of its CPUs and more.
stub_checkout
fake nvidia-smi "for i in \$(seq 0 $(nproc)); do echo \"GPU \$i: made up\"; done"
try ./tasuki doctor
expect_out '^warning +[0-9]+ CPUs for [0-9]+ GPUs'
