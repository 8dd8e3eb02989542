#!/usr/bin/env bash
# ./tasuki doctor: a line for each piece, and nothing else happens.
source "$(dirname -- "$0")/lib.sh"
stub_checkout
try ./tasuki doctor
((status == 0 || status == 3)) || fail "exit $status"
expect_out '^this build +--gpu none, .*/build/release$'
for piece in compiler StarPU packages; do expect_out "^$piece"; done
expect_out '^StarPU +not here'
[[ ! -e build && ! -e $TASUKI_CACHE ]] || fail "doctor made folders"

fake_starpu 1.4.99
cmake/starpu/build.sh >/dev/null 2>&1
try ./tasuki doctor
expect_out "^StarPU +$TASUKI_CACHE/starpu-1.4.99-"

# What the program knows of the machine, it says itself.
mkdir -p build/release/bin
printf '#!/bin/sh\necho "program: $*"\n' >build/release/bin/tasuki
chmod +x build/release/bin/tasuki
try ./tasuki doctor
expect_out '^program: devices$'

try ./tasuki doctor --verbose
expect_status 2
