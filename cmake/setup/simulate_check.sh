#!/usr/bin/env bash
# Builds what simulates, with a StarPU of its own, and runs its tests: graphs
# whose time is known, and the command. `./tasuki --gpu simulated test` is the
# same with words for ctest.
set -euo pipefail
export TASUKI_GPU=simulated
export TASUKI_TARGETS=machine
# shellcheck source=cmake/setup/load.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/load.sh"

lock_checkout
build_targets all
unlock_checkout
ctest --test-dir "$root/build/$folder" --output-on-failure
"$root/build/$folder/bin/tasuki" simulate --machine \
    "$root/machines/k20x_2015.json" wilson --lattice 32x32x32x64 --gauge cold
