# Which GPU toolkit a build uses. Needs say.sh and compilers.sh.

# What was asked for and how, for messages; ./tasuki --gpu sets both.
gpu_asked_by="TASUKI_GPU=${TASUKI_GPU:-}"

# A ROCm that was installed beside the system tells nobody of its compiler.
if [[ -z $(command -v hipcc) && -x ${ROCM_PATH:-/opt/rocm}/bin/hipcc ]]; then
    PATH=$PATH:${ROCM_PATH:-/opt/rocm}/bin
fi

# Prints the path of nvcc, or nothing.
find_nvcc() {
    local nvcc
    for nvcc in "$(command -v nvcc || true)" "${CUDA_HOME:-}/bin/nvcc" \
        /usr/local/cuda/bin/nvcc; do
        if [[ -x $nvcc ]]; then
            printf '%s\n' "$nvcc"
            return
        fi
    done
}

# cuda_version NVCC: for example 13.0
cuda_version() {
    "$1" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p'
}

# Prints the path of hipcc, or nothing.
find_hipcc() { command -v hipcc || true; }

# hip_version: for example 5.2
hip_version() {
    hipcc --version 2>/dev/null | sed -n 's/^HIP version: \([0-9]*\.[0-9]*\).*/\1/p'
}

# A hipcc alone does not say that somebody wants it: compilers come with
# distributions. An AMD GPU's driver says so, and so does a ROCm that was chosen.
hip_is_meant() {
    [[ -n $(find_hipcc) ]] &&
        { [[ -e /dev/kfd ]] || [[ -n ${ROCM_PATH:-}${HIP_PATH:-} ]]; }
}

# Prints a line for each NVIDIA GPU that is visible, or nothing. nvidia-smi would
# say more, and take up to seconds at every use.
nvidia_gpus() {
    sed -n 's/^Model: *//p' /proc/driver/nvidia/gpus/*/information 2>/dev/null ||
        compgen -G '/dev/nvidia[0-9]*' || compgen -G /dev/dxg || true
}

# Prints 90-real,80-real or the like for the NVIDIA GPUs that are visible.
visible_nvidia_architectures() {
    { nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null ||
        true; } | sed -n 's/^\([0-9]*\)\.\([0-9]*\)$/\1\2-real/p' | sort -u |
        paste -sd,
}

# Prints gfx90a or the like for the AMD GPUs that are visible.
visible_amd_architectures() {
    { rocm_agent_enumerator 2>/dev/null || true; } |
        grep '^gfx[1-9]' | sort -u | paste -sd, || true
}

# Prints cuda, hip, hip-nvidia, simulated or none: what is asked for, or fits
# here. A compiler for GPUs alone does not say that somebody wants to wait for it.
gpu_toolkit() {
    case ${TASUKI_GPU:-auto} in
        auto)
            if [[ -n $(find_nvcc) && -n $(nvidia_gpus) ]]; then
                echo cuda
            elif hip_is_meant; then
                echo hip
            else
                echo none
            fi
            ;;
        cuda | hip | hip-nvidia | simulated | none) echo "$TASUKI_GPU" ;;
        *)
            die 2 "$gpu_asked_by: expected cuda, hip, hip-nvidia, simulated or" \
                "none"
            ;;
    esac
}

# require_gpu_toolkit TOOLKIT: stops if its compiler is not here, or too old.
require_gpu_toolkit() {
    case $1 in
        cuda | hip-nvidia)
            [[ -n $(find_nvcc) ]] ||
                die 3 "$gpu_asked_by, but there is no nvcc in PATH, CUDA_HOME" \
                    "or /usr/local/cuda: install the CUDA toolkit"
            require_cuda "$(find_nvcc)"
            ;;
        hip)
            [[ -n $(find_hipcc) ]] ||
                die 3 "$gpu_asked_by, but there is no hipcc in PATH, ROCM_PATH" \
                    "or /opt/rocm: install ROCm's HIP (Debian's packages hipcc," \
                    "libamdhip64-dev and rocm-device-libs)"
            ;;
    esac
}

# gpu_preset TOOLKIT: builds with HIP and for simulation stand beside the usual
# one.
gpu_preset() {
    case $1 in
        hip | hip-nvidia | simulated) echo "$1" ;;
        *) echo release ;;
    esac
}

# gpu_words TOOLKIT: with what a build is made.
gpu_words() {
    case $1 in
        cuda) echo "with CUDA $(cuda_version "$(find_nvcc)")" ;;
        hip) echo "with HIP $(hip_version) for AMD GPUs" ;;
        hip-nvidia)
            echo "with HIP on CUDA $(cuda_version "$(find_nvcc)")"
            ;;
        simulated)
            echo "for simulation with SimGrid" \
                "$(pkg-config --modversion simgrid 2>/dev/null || true)"
            ;;
        none) echo "for CPUs only" ;;
    esac
}
