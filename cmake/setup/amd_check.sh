#!/usr/bin/env bash
# Builds for AMD GPUs, links, and runs the tests that the toolkit has to do with:
# runtime, kernels, graphs, peers, and the command line where it computes. Those
# of files, formats, reports, options and statistics are the same in every build;
# all of them are in `./tasuki --gpu hip test`.
set -euo pipefail
export TASUKI_GPU=hip
# shellcheck source=cmake/setup/load.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/load.sh"

tests='^(runtime|lattice|linalg|stream|wilson|nbody|sphere|peers)_'
tests+='|^quenched_sweep_|^drivers_(command_line|files|wilson_cli|nbody)_test'

# What the CPUs compute is compiled for 512 bits in the usual build, which takes
# half of the time that all the rest does.
configure_options=(-DTASUKI_NARROW_SIMD=ON)
lock_checkout
build_targets tasuki
mapfile -t programs < <(ninja -C "$root/build/$folder" -t targets all |
    sed -n 's/^\([a-z0-9_]*_test\): phony$/\1/p' | grep -E "$tests")
build_targets "${programs[@]}"
unlock_checkout
exec ctest --test-dir "$root/build/$folder" --output-on-failure -j 2 -R "$tests" \
    -LE setup
