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
        '-DTASUKI_GPU_FFT_HEADER="fft_cuda.hpp"' -I "$root" \
        -I "$root/runtime/gpu/hip_nvidia" "$1" -o /dev/null
}

# check_one SOURCE: its log beside the others; called by xargs, many at a time.
check_one() {
    local name=${1#"$root/"} log
    log=$logs/hip_nvidia/${name//\//_}.log
    if compile_one "$1" >"$log" 2>&1; then
        printf 'HIP %-6s %s\n' ok "$name"
    else
        printf 'HIP %-6s %s\n%s\n' FAILED "$name" \
            "$(grep -E 'error|fatal' "$log" | head -n 5 | sed 's/^/    /')"
    fi
}
export -f check_one compile_one
export root logs nvcc

mkdir -p -- "$logs/hip_nvidia"
results=$(find "$root"/{codelets,peers} -name 'gpu*.cpp' -print0 | sort -z |
    xargs -0 -n 1 -P "${TASUKI_JOBS:-$(nproc)}" bash -c 'check_one "$1"' _)
printf '%s\n' "$results"
passed=$(grep -c '^HIP ok' <<<"$results") || true
failed=$(grep -c '^HIP FAILED' <<<"$results") || true
printf 'HIP on NVIDIA: %d passed, %d failed\n' "$passed" "$failed"
((failed == 0 && passed > 0))
