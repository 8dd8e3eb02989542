# Whether the compilers here can compile Tasuki: that is asked before minutes
# are spent on StarPU. Needs say.sh and gpu.sh.

oldest_cuda=12 # the first nvcc that knows C++20

# The standard library's headers are of another age than the compiler where
# clang takes those of an old GCC.
cxx20_source() {
    printf '#include <%s>\n' concepts source_location span
    echo 'static_assert(std::integral<int>);'
}

# cxx_knows_cxx20 COMPILER
cxx_knows_cxx20() {
    cxx20_source | "$1" -std=c++20 -fsyntax-only -x c++ - >/dev/null 2>&1
}

# require_compilers TOOLKIT
require_compilers() {
    local cxx=${CXX:-c++}
    cxx_knows_cxx20 "$cxx" ||
        die 3 "$cxx cannot compile C++20: needed is GCC >= 11 or clang >= 16;" \
            "CXX names another compiler"
    case $1 in
        cuda | hip-nvidia) require_host_of_nvcc "$(find_nvcc)" ;;
    esac
}

# require_host_of_nvcc NVCC: each nvcc takes host compilers up to some version.
require_host_of_nvcc() {
    local complaint host=()
    [[ -z ${CUDAHOSTCXX:-} ]] || host=(-ccbin "$CUDAHOSTCXX")
    complaint=$({ cxx20_source && echo '__global__ void nothing() {}'; } |
        "$1" "${host[@]}" -std=c++20 -x cu -c -o /dev/null - 2>&1) && return
    complaint=$(grep -m 1 -iE 'error|unsupported|fatal' <<<"$complaint") || true
    die 3 "$1 does not work with the host compiler ${CUDAHOSTCXX:-g++}" \
        "(${complaint:-no reason given}): CUDAHOSTCXX names another one, and" \
        "--gpu none builds without CUDA"
}

# require_cuda NVCC
require_cuda() {
    local version
    version=$(cuda_version "$1")
    [[ $version =~ ^[0-9]+ && ${BASH_REMATCH[0]} -ge $oldest_cuda ]] ||
        die 3 "$1 is CUDA ${version:-of an unknown version}, needed is >=" \
            "$oldest_cuda for C++20: CUDA_HOME names another toolkit, and --gpu" \
            "none builds without CUDA"
}
