#!/usr/bin/env bash
# Compiles every GPU source, and what drives GPUs by hand, as HIP for AMD, so
# that it stays ready for it: nothing is linked or run. Prints "N passed, N
# failed".
set -euo pipefail
# shellcheck source=cmake/setup/load.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/load.sh"

architecture=${TASUKI_HIP_ARCHITECTURE:-gfx90a}
objects=$root/build/hip

compile_one() {
    hipcc -x hip -std=c++20 -O3 --offload-arch="$architecture" -DTASUKI_HIP \
        -I "$root" -I "$headers" "${mpi[@]}" -c "$1" -o "$2"
}

# StarPU's headers as a StarPU for HIP would have them: one that is configured
# for CUDA includes CUDA's, and a check needs no second library.
headers_for_hip() {
    local from
    from=$(PKG_CONFIG_PATH=$starpu_pc${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH} \
        pkg-config --variable=starpu_includedir starpu-1.4)
    rm -rf -- "$headers"
    cp -r -- "$from" "$headers"
    sed -i -e 's|^#define STARPU_USE_CUDA 1|/* no CUDA */|' \
        -e 's|^/\* #undef STARPU_USE_HIP \*/|#define STARPU_USE_HIP 1|' \
        "$headers/starpu_config.h"
}

lock_checkout
install_packages "$logs/packages.log" build hip
step='HIP:'
find_or_build_starpu "$logs/starpu.log"
mkdir -p -- "$objects"
headers=$objects/include
headers_for_hip
# What streams between ranks include.
read -r -a mpi <<<"$(pkg-config --cflags-only-I mpi)"
passed=0 failed=0
while IFS= read -r -d '' source; do
    name=${source#"$root/"}
    log=$logs/hip.log
    : >"$log"
    if run_logged "$log" compile_one "$source" "$objects/${name//\//_}.o"; then
        printf 'HIP %-6s %s\n' ok "$name"
        passed=$((passed + 1))
    else
        printf 'HIP %-6s %s\n' FAILED "$name"
        grep -E 'error|fatal' "$log" | head -n 5 | sed 's/^/    /' || true
        failed=$((failed + 1))
    fi
done < <({
    find "$root/codelets" -name 'gpu*.cpp' -print0
    find "$root/peers/streams" -name '*.cpp' -print0
} | sort -z)
printf 'HIP for %s: %d passed, %d failed\n' "$architecture" "$passed" "$failed"
((failed == 0 && passed > 0))
