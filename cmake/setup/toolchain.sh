# Which GPU toolkit a build has, for whom it compiles, and whether the compilers
# here are new enough. Needs common.sh.

# What was asked for and how, for messages; ./tasuki --gpu sets both.
gpu_asked_by="TASUKI_GPU=${TASUKI_GPU:-}"
toolkits="cuda, hip, hip-nvidia, simulated or none"

# TASUKI_TARGETS=machine compiles for this machine: its SIMD level, the GPUs
# that are visible. TASUKI_TARGETS=all is for others: bundles, installations and
# CI have it, in a build folder beside the usual one.
targets=${TASUKI_TARGETS:-machine}
[[ $targets == @(machine|all) ]] ||
    die 2 "TASUKI_TARGETS=$targets: expected machine or all"

# A toolkit that was installed beside the system tells nobody of its compiler.
PATH+=${CUDA_HOME:+:$CUDA_HOME/bin}:/usr/local/cuda/bin
PATH+=:${ROCM_PATH:-/opt/rocm}/bin

find_nvcc() { command -v nvcc || true; }
cuda_version() { nvcc --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p'; }

# Whether NVIDIA GPUs are visible, told by files: their own tool takes up to
# seconds, which every use would wait for.
nvidia_gpus() {
    sed -n 's/^Model: *//p' /proc/driver/nvidia/gpus/*/information 2>/dev/null ||
        compgen -G '/dev/nvidia[0-9]*' || compgen -G /dev/dxg || true
}

# Prints the toolkit that is asked for, or fits here. A compiler for GPUs alone
# does not say that somebody wants to wait for it: distributions bring one.
gpu_toolkit() {
    case ${TASUKI_GPU:-auto} in
        cuda | hip | hip-nvidia | simulated | none) echo "$TASUKI_GPU" ;;
        auto)
            if [[ -n $(find_nvcc) && -n $(nvidia_gpus) ]]; then
                echo cuda
            elif command -v hipcc >/dev/null &&
                [[ -e /dev/kfd || -n ${ROCM_PATH:-}${HIP_PATH:-} ]]; then
                echo hip
            else
                echo none
            fi
            ;;
        *) die 2 "$gpu_asked_by: expected $toolkits" ;;
    esac
}

# gpu_preset TOOLKIT and build_folder TOOLKIT, which is a name below build/.
gpu_preset() { [[ $1 == none ]] && echo release || echo "$1"; }
build_folder() {
    echo "$(gpu_preset "$1")$([[ $targets == machine ]] || echo -portable)"
}

# target_options TOOLKIT: adds to $options for whom CMake is to compile. GPU
# architectures are those that were asked for, those of the visible GPUs, or
# CMake's own choice.
target_options() {
    local language=CUDA architectures=${TASUKI_CUDA_ARCHITECTURES:-}
    # shellcheck disable=SC2054
    local visible=(nvidia-smi --query-gpu=compute_cap --format=csv,noheader)
    options+=("-DTASUKI_SIMD=$([[ $targets == all ]] && echo all || echo native)")
    [[ $1 != @(none|simulated) ]] || return 0
    [[ $1 != hip ]] || language=HIP architectures=${TASUKI_HIP_ARCHITECTURES:-} \
        visible=(rocm_agent_enumerator)
    [[ -n $architectures || $targets == all ]] ||
        architectures=$("${visible[@]}" 2>/dev/null |
            sed -nE 's/^([0-9]+)\.([0-9]+)$/\1\2-real/p; /^gfx[1-9]/p' |
            sort -u | paste -sd,) || true
    [[ -z $architectures ]] ||
        options+=("-DCMAKE_${language}_ARCHITECTURES=${architectures//,/;}")
}

# require_gpu_toolkit TOOLKIT: stops if its compiler is not here.
require_gpu_toolkit() {
    local compiler=nvcc from="CUDA_HOME or /usr/local/cuda: install CUDA >= 12"
    [[ $1 != hip ]] || compiler=hipcc from="ROCM_PATH or /opt/rocm: install hipcc"
    [[ $1 == @(none|simulated) ]] || command -v $compiler >/dev/null ||
        die 3 "$gpu_asked_by, but there is no $compiler in PATH, $from"
}

# require_compilers TOOLKIT: asked before minutes are spent on StarPU. clang may
# know C++20 and take headers of an old GCC, nvcc knows it since CUDA 12, and
# each takes host compilers up to some version.
require_compilers() {
    local source complaint host=()
    require_gpu_toolkit "$1"
    source=$'#include <concepts>\n#include <source_location>\n#include <span>\n'
    source+='static_assert(std::integral<int>);'
    "${CXX:-c++}" -std=c++20 -fsyntax-only -x c++ - <<<"$source" >/dev/null 2>&1 ||
        die 3 "${CXX:-c++} cannot compile C++20: needed is GCC >= 11 or clang" \
            ">= 16; CXX names another compiler"
    [[ $1 == @(cuda|hip-nvidia) ]] || return 0
    [[ -z ${CUDAHOSTCXX:-} ]] || host=(-ccbin "$CUDAHOSTCXX")
    complaint=$(nvcc "${host[@]}" -std=c++20 -x cu -c -o /dev/null - 2>&1 \
        <<<"$source"$'\n__global__ void nothing() {}') && return
    complaint=$(grep -m 1 -iE 'error|unsupported|fatal' <<<"$complaint") || true
    die 3 "$(find_nvcc) is CUDA $(cuda_version) and cannot compile C++20 with the" \
        "host compiler ${CUDAHOSTCXX:-g++} (${complaint:-no reason given}): needed" \
        "is >= 12; CUDA_HOME names another toolkit, CUDAHOSTCXX another compiler," \
        "and --gpu none builds without CUDA"
}
