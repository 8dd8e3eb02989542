#!/usr/bin/env bash
# Builds for AMD GPUs what differs from the usual build: GPU sources, the runtime
# and what stands on both, for one architecture; links programs of every subject,
# and runs the tests of the runtime and a run of the operator on the CPUs. It has
# all SIMD levels, as CI's build for NVIDIA GPUs: ccache keeps their objects. All
# tests are in `./tasuki --gpu hip test`.
set -euo pipefail
export TASUKI_GPU=hip
export TASUKI_TARGETS=all
export TASUKI_HIP_ARCHITECTURES=${TASUKI_HIP_ARCHITECTURES:-gfx90a}
# shellcheck source=cmake/setup/load.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/load.sh"
# Whether GPUs are fast is not the question here, and this compiles faster.
configure_options=("-DCMAKE_HIP_FLAGS_RELEASE=-O1 -DNDEBUG")

lock_checkout
build_targets tasuki tasuki-wilson tasuki-nbody tasuki-sht runtime_test \
    peers_test
unlock_checkout
ctest --test-dir "$root/build/$folder" --output-on-failure \
    -R '^(runtime_test|peers_test)$'
"$root/build/$folder/bin/tasuki" --version
"$root/build/$folder/bin/tasuki" wilson --repetitions 1
