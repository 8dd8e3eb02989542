# How StarPU is configured for a GPU toolkit. Needs gpu.sh, $here and $options.

# toolkit_options TOOLKIT: adds to $options; sets $cuda, a version or none.
#
# One toolkit per build: a nvcc or hipcc that happens to be here would add its
# own. Tasuki calls no BLAS: linked in, it would be loaded by every run, and a
# machine with only the GPU's runtime could not start it.
toolkit_options() {
    local nvcc cuda_home
    cuda=none
    case $1 in
        cuda | hip-nvidia)
            nvcc=$(find_nvcc)
            cuda_home=$(dirname -- "$(dirname -- "$nvcc")")
            cuda=$(cuda_version "$nvcc")
            ;;
    esac
    case $1 in
        cuda)
            # Not every installer of CUDA tells the loader of its folder.
            options+=(--disable-hip --with-cuda-dir="$cuda_home"
                LDFLAGS="-Wl,-rpath,$cuda_home/lib64"
                ac_cv_lib_cublasLt_cublasLtCreate=no
                ac_cv_lib_cusparse_cusparseCreate=no
                ac_cv_lib_cusolver_cusolverDnCreate=no)
            ;;
        hip)
            export HIP_PLATFORM=amd
            options+=(--disable-cuda --enable-hip --enable-maxhipdev=8
                ac_cv_header_hipblas_hipblas_h=no)
            ;;
        hip-nvidia)
            export HIPCC=$nvcc
            options+=(--disable-cuda --enable-hip --enable-maxhipdev=8
                LDFLAGS="-L$cuda_home/lib64" ac_cv_header_hipblas_hipblas_h=no)
            ;;
        # Its workers of GPUs are imitated, so it wants no toolkit. Its MPI is
        # SimGrid's own, where each rank has a copy of the program and of what
        # is linked into it: StarPU has to be.
        simulated)
            options+=(--enable-simgrid --enable-mpi --enable-static
                --disable-shared --disable-hip --disable-cuda
                ac_cv_search_sgemm_=no)
            # Its configure would leave FxT out of such a build.
            ! pkg-config --exists fxt || options+=(--enable-fxt)
            ;;
        none) options+=(--disable-hip --disable-cuda) ;;
    esac
}

# toolkit_files TOOLKIT: prints what of this folder and ours StarPU depends on.
toolkit_files() {
    case $1 in
        hip-nvidia)
            printf '%s\n' "$here"/*.patch "$(hip_on_cuda)"/hip/* |
                grep -v '/simulated-[^/]*$'
            ;;
        hip) printf '%s\n' "$here"/{relocated,outputs}.patch ;;
        simulated) printf '%s\n' "$here"/{relocated,outputs,simulated-*}.patch ;;
        *)
            printf '%s\n' "$here"/*.patch |
                grep -v '/\(hip\|simulated\)-[^/]*$'
            ;;
    esac
}

# The folder of our hip/hip_runtime.h, which stands for AMD's on NVIDIA.
hip_on_cuda() { readlink -f -- "$here/../../runtime/gpu/hip_nvidia"; }

# hipconfig_for TOOLKIT FOLDER: puts a hipconfig there, for configure to ask.
# HIP's own gives flags for compilers of long ago, and on NVIDIA it would have
# to be installed for headers that CUDA 13 does not fit.
hipconfig_for() {
    local platform=amd home
    if [[ $1 == hip-nvidia ]]; then
        platform=nvidia
        home=$(dirname -- "$(dirname -- "$(find_nvcc)")")
    else
        home=$(hipconfig --path)
    fi
    mkdir -p -- "$2"
    cat >"$2/hipconfig" <<HIPCONFIG
#!/bin/sh
case \$1 in
    --platform) echo $platform ;;
    --cpp_config) echo "-D__HIP_PLATFORM_${platform^^}__ -I$home/include" ;;
    --hipclangpath) echo "$home/bin" ;;
    *) echo "$home" ;;
esac
HIPCONFIG
    chmod +x -- "$2/hipconfig"
}
