#!/usr/bin/env bash
# One GPU source for all toolkits: which one it is ask gpu.hpp and code.hpp, and
# sources that are named for a toolkit or a vendor, and nobody else.
source "$(dirname -- "$0")/lib.sh"

may_name='^runtime/gpu/(gpu|code)\.hpp$|(_|/)(cuda|hip|nvidia|amd|nvtx)[_./]'
conditions='^[[:space:]]*#[[:space:]]*(if|ifdef|ifndef|elif)[^/]*'
conditions+='(TASUKI_(CUDA|HIP)|__(CUDA|NVCC|HIP|HCC|AMDGCN|gfx)|CUDART_'
conditions+='|HIP_VERSION|STARPU_USE_(CUDA|HIP)|MPIX_(CUDA|ROCM))'
calls='(^|[^A-Za-z_])(cuda|hip|nvtx|roctx)[A-Z][A-Za-z]*[[:space:]]*\('
calls+='|starpu_(cuda|hip)_(get|set|report|copy)'

# offenders FOLDER: file:line of what names a toolkit where it must not.
offenders() {
    cd "$1"
    find . -path ./build -prune -o \( -name '*.cpp' -o -name '*.hpp' \) -printf '%P\n' |
        sort | { grep -vE "$may_name" || true; } |
        xargs -d '\n' grep -nE "$conditions|$calls" /dev/null || true
}

mkdir -p "$scratch/tree/codelets" "$scratch/tree/runtime/"{core,gpu}
cd "$scratch/tree"
printf '#if defined(TASUKI_HIP)\n#endif\n' >codelets/gpu.cpp
printf 'int x = cudaMalloc(&p, 1);\n' >runtime/core/devices.cpp
printf '#ifdef __CUDA_ARCH__\n#endif\n' >runtime/gpu/names_nvidia.hpp
printf '#if defined(TASUKI_HAS_GPU)  // not __HIPCC__\n#endif\n' >codelets/cpu.cpp
found=$(offenders "$scratch/tree" | cut -d: -f1 | tr '\n' ' ')
[[ $found == 'codelets/gpu.cpp runtime/core/devices.cpp ' ]] ||
    fail "of the example it finds: $found"

found=$(offenders "$source_root")
[[ -z $found ]] || fail "a toolkit is named outside of runtime/gpu/{gpu,code}.hpp:"$'\n'"$found"
