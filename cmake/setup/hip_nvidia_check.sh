#!/usr/bin/env bash
# Compiles every GPU source as HIP for NVIDIA, as far as the intermediate code of
# NVIDIA's compiler, so that it stays ready for it: machine code, StarPU and
# linking take minutes, and `./tasuki --gpu hip-nvidia test` does them. Prints
# "N passed, N failed".
set -euo pipefail
# shellcheck source=cmake/setup/load.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/load.sh"

nvcc=$(find_nvcc)
if [[ -z $nvcc ]]; then
    say "HIP on NVIDIA: skipped, no nvcc is here"
    exit 0
fi
logs=$root/build/log
mkdir -p -- "$logs"

compile_one() {
    "$nvcc" -x cu -std=c++20 --expt-relaxed-constexpr -arch=compute_90 \
        --cuda -Xcicc -O0 \
        -DTASUKI_HIP -DTASUKI_HIP_NVIDIA -DTASUKI_GPU_FFT \
        '-DTASUKI_GPU_LANES_HEADER="runtime/gpu_lanes_nvidia.hpp"' \
        '-DTASUKI_GPU_FFT_HEADER="runtime/gpu_fft_cuda.hpp"' -I "$root" \
        -I "$root/runtime/hip_nvidia" "$1" -o /dev/null
}

stop_on_signals
passed=0 failed=0
while IFS= read -r -d '' source; do
    name=${source#"$root/"}
    log=$logs/hip_nvidia.log
    : >"$log"
    if run_logged "$log" compile_one "$source"; then
        printf 'HIP %-6s %s\n' ok "$name"
        passed=$((passed + 1))
    else
        printf 'HIP %-6s %s\n' FAILED "$name"
        grep -E 'error|fatal' "$log" | head -n 5 | sed 's/^/    /' || true
        failed=$((failed + 1))
    fi
done < <(find "$root/codelets" -name 'gpu*.cpp' -print0 | sort -z)
printf 'HIP on NVIDIA: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0 && passed > 0))
