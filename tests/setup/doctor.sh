#!/usr/bin/env bash
# ./tasuki doctor: a line for each piece, and nothing else happens.
source "$(dirname -- "$0")/lib.sh"
stub_checkout
try ./tasuki doctor
((status == 0 || status == 3)) || fail "exit $status"
for piece in compiler CMake Ninja ccache StarPU 'CUDA toolkit' HIP GPUs MPI FxT \
    SimGrid ViTE models cache packages; do
    expect_out "^$piece  *[^ ]"
done
expect_out '^StarPU +not here'
[[ ! -e build && ! -e $TASUKI_CACHE ]] || fail "doctor made folders"

fake_starpu 1.4.99
cmake/starpu/build.sh >/dev/null 2>&1
try ./tasuki doctor
expect_out '^StarPU +1.4.99, '

try ./tasuki doctor --verbose
expect_status 2
