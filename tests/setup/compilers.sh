#!/usr/bin/env bash
# Compilers that cannot compile Tasuki are refused in one line, before StarPU is
# built. The compilers are stand-ins.
source "$(dirname -- "$0")/lib.sh"
fake_starpu 1.4.99
stub_checkout
fake apt-get 'exit 1'

# refused TEXT COMMAND...: exit 3, one line with TEXT at its end, no building.
refused() {
    local text=$1
    shift
    rm -rf build "$scratch/configured"
    try "$@"
    expect_status 3
    expect_err "$text"
    [[ ! -e $scratch/configured ]] || fail "StarPU was built before that"
    [[ ! -s $scratch/out ]] || fail "stdout is not empty"
}

fake old-c++ 'echo "unrecognized option -std=c++20" >&2; exit 1'
refused '^tasuki: old-c\+\+ cannot compile C\+\+20: needed is GCC >= 11 ' \
    env CXX=old-c++ ./tasuki

# nvcc RELEASE COMMAND: what it does when it compiles
nvcc() {
    fake nvcc "case \"\$*\" in *--version*)
        echo 'Cuda compilation tools, release $1, V$1.1' ; exit ;; esac
        cat >/dev/null; $2"
}
nvcc 11.8 'echo "nvcc fatal : Value c++20 is not defined for option std" >&2; exit 1'
refused 'nvcc is CUDA 11.8 and cannot .*nvcc fatal.* needed is >= 12' \
    ./tasuki --gpu cuda
try ./tasuki --gpu cuda doctor
expect_status 3
expect_out '^compiler +.*nvcc is CUDA 11.8'
nvcc 12.4 'echo "crt/host_config.h:143: #error -- unsupported GNU version!" >&2; exit 1'
refused 'C\+\+20 with the host compiler g\+\+ .*unsupported GNU version' \
    ./tasuki --gpu cuda
refused 'host compiler g\+\+-8 ' env CUDAHOSTCXX=g++-8 ./tasuki --gpu cuda

# Another host compiler is handed to it; then it is good.
nvcc 12.4 'case "$*" in *"-ccbin g++-12"*) exit 0 ;; esac; exit 1'
refused 'host compiler g\+\+ \(no reason given\)' ./tasuki --gpu cuda
rm -rf build
try env CUDAHOSTCXX=g++-12 ./tasuki --gpu cuda works
expect_status 0
expect_out '^works$'
