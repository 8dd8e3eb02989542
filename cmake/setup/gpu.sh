# Which GPU toolkit a build uses. Needs say.sh.

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

# Prints cuda or none. TASUKI_GPU asks for one of them.
gpu_toolkit() {
    case ${TASUKI_GPU:-auto} in
        auto) if [[ -n $(find_nvcc) ]]; then echo cuda; else echo none; fi ;;
        cuda)
            [[ -n $(find_nvcc) ]] ||
                die 3 "TASUKI_GPU=cuda, but there is no nvcc in PATH," \
                    "CUDA_HOME or /usr/local/cuda: install the CUDA toolkit"
            echo cuda
            ;;
        none) echo none ;;
        *) die 2 "TASUKI_GPU=$TASUKI_GPU: expected cuda or none" ;;
    esac
}
