#!/usr/bin/env bash
# ./tasuki --gpu: a build of its own for each toolkit with HIP, with a StarPU of
# its own; and what is said where a toolkit is not.
source "$(dirname -- "$0")/lib.sh"
fake_starpu 1.4.99 "echo \"\$@\" > '$scratch/configured_with'
hipconfig --platform > '$scratch/platform'"
stub_checkout

# A machine with a HIP, and with an apt-get that is of no use.
real_path=$PATH
fake apt-get 'exit 1'
fake hipcc 'echo HIP version: 5.2.0'
fake hipconfig 'echo /usr'
export ROCM_PATH=$scratch/none

# The option wins over the variable, which the tests set to none.
try ./tasuki --gpu hip one --gpu "two words"
expect_status 0
[[ $(<"$scratch/out") == $'one\n--gpu\ntwo words' ]] || fail "not the program's"
expect_err 'configuring hip$'
[[ -x build/hip/bin/tasuki ]] || fail "nothing was built in build/hip"
[[ ! -e build/release ]] || fail "the usual build was touched"
grep -q -- '--disable-cuda --enable-hip' "$scratch/configured_with" ||
    fail "StarPU was configured with $(<"$scratch/configured_with")"
[[ $(<"$scratch/platform") == amd ]] || fail "StarPU saw another platform"

# The variable says the same, and nothing is left to do.
try env TASUKI_GPU=hip ./tasuki again
expect_status 0
[[ ! -s $scratch/err ]] || fail "the second use has something to say"

# Without it, another build with another StarPU.
try ./tasuki --gpu=none again
expect_status 0
[[ -x build/release/bin/tasuki ]] || fail "nothing was built in build/release"
starpus=("$TASUKI_CACHE"/starpu-1.4.99-*/)
((${#starpus[@]} == 2)) || fail "not one StarPU for each: ${starpus[*]}"

# A hipcc that happens to be here changes nothing; an AMD GPU would.
if [[ ! -e /dev/kfd ]]; then
    try env -u TASUKI_GPU -u ROCM_PATH ./tasuki doctor
    expect_out '^this build +--gpu (none|cuda),'
fi
try ./tasuki --gpu hip doctor
expect_out '^this build +--gpu hip, .*/build/hip$'

# One bundle is not replaced by that for other GPUs.
if command -v patchelf >/dev/null; then
    try ./tasuki --gpu hip bundle "$scratch/bundle"
    expect_status 0
    try ./tasuki --gpu none bundle "$scratch/bundle"
    expect_status 2
    expect_err 'is a bundle for --gpu hip, not none'
fi

# A simulation chooses its own, and stays in its checkout.
printf 'TASUKI_COMMAND("", "simulate", "simulate-wilson"\n' >>drivers/commands.def
try ./tasuki --gpu none simulate wilson
expect_status 2
expect_err '^tasuki: --gpu none: a simulation has the GPUs of its machine$'
try ./tasuki --gpu simulated bundle "$scratch/other"
expect_status 2
expect_err 'what simulates stays in its checkout, without bundle$'

# What is no toolkit.
try ./tasuki --gpu abacus wilson
expect_status 2
expect_err '^tasuki: --gpu abacus: expected cuda, hip, hip-nvidia, simulated or none$'
try ./tasuki --gpu
expect_status 2
expect_err '^tasuki: --gpu: expected cuda, hip, hip-nvidia, simulated or none$'

# A system without hipcc: what would give it.
PATH=$real_path
tools_without apt-get hipcc dpkg-query
try env PATH="$scratch/tools" ./tasuki --gpu hip
expect_status 3
expect_err '^tasuki: --gpu hip, but there is no hipcc .*: install hipcc$'
try env PATH="$scratch/tools" ./tasuki --gpu hip doctor
expect_status 3
expect_out '^compiler .*--gpu hip, but there is no hipcc'
