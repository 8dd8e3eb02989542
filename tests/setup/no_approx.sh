#!/usr/bin/env bash
# No test compares with doctest's Approx, which adds 1 to the size of what it
# compares: it takes 0 for 1e-7. tests/close.hpp has what to use.
source "$(dirname -- "$0")/lib.sh"
cd "$source_root"
! grep -rnE '\<Approx\>' --include='*.cpp' --include='*.hpp' tests ||
    fail "use close() or near() of tests/close.hpp"
