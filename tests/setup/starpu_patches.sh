#!/usr/bin/env bash
# StarPU's source is patched where it has the lines that a patch is for, and
# builds unpatched where it has not.
source "$(dirname -- "$0")/lib.sh"
build=$source_root/cmake/starpu/build.sh
fake nvcc 'echo "Cuda compilation tools, release 13.0, V13.0.1"'
export TASUKI_GPU=cuda

# before PATCH FOLDER: adds what the patch is for to the files that it names.
before() {
    awk -v folder="$2" '
        /^--- a\// { file = folder "/" substr($2, 3); next }
        /^\+\+\+ |^@@/ { next }
        file && /^[- ]/ { print substr($0, 2) >> file }' "$1"
}

# source_with PATCH...: an archive with the lines that these are for; what its
# configure finds goes to $scratch/seen.
source_with() {
    local folder=$scratch/starpu-source/starpu-1.4.99 patch
    fake_starpu 1.4.99 "cp -r . '$scratch/seen'"
    mkdir -p "$folder"/src/{common,core/perfmodel,datawizard/interfaces} \
        "$folder"/src/drivers/{cuda,driver_common} \
        "$folder"/mpi/src/mpi
    mv "$folder/configure" "$scratch/configure"
    for patch in "$@"; do
        before "$source_root/cmake/starpu/$patch.patch" "$folder"
    done
    # Lines of StarPU's own configure come after the end of ours.
    echo exit >>"$scratch/configure"
    [[ ! -e $folder/configure ]] || cat "$folder/configure" >>"$scratch/configure"
    mv "$scratch/configure" "$folder/configure"
    tar -czf "$TASUKI_STARPU_TARBALL" -C "$scratch/starpu-source" starpu-1.4.99
    rm -rf "$scratch/seen" "$TASUKI_CACHE"
}
driver=$scratch/seen/src/drivers/cuda/driver_cuda.c
perfmodel=$scratch/seen/src/core/perfmodel/perfmodel.c
requests=$scratch/seen/src/datawizard/data_request.c

# A source that needs none.
source_with
try "$build"
expect_status 0
! grep -q 'patch' "$scratch/err" || fail "it speaks of patches"

# One that needs all.
source_with relocated outputs cuda13-compute-mode without-cublas
try "$build"
expect_status 0
! grep -q 'patch' "$scratch/err" || fail "a patch did not fit"
grep -q 'access(STARPU_SAMPLING_DIR' "$perfmodel" || fail "relocated was not applied"
grep -q 'dst_replicate->initialized = 1' "$requests" || fail "outputs was not applied"
grep -q 'cudaDevAttrComputeMode' "$driver" || fail "cuda13 was not applied"
grep -q 'LDFLAGS -lcudart"' "$scratch/seen/configure" || fail "cuBLAS is linked"

# For CUDA 12 the driver is left as it is.
fake nvcc 'echo "Cuda compilation tools, release 12.4, V12.4.1"'
source_with cuda13-compute-mode
try "$build"
expect_status 0
! grep -q 'cudaDevAttrComputeMode' "$driver" || fail "cuda13 was applied for 12"

# The line is there, but around it all is new: said, and built as it is.
source_with
folder=$scratch/starpu-source/starpu-1.4.99
printf '\t_perf_model_add_dir(STARPU_SAMPLING_DIR, 1, "by another name");\n' \
    >"$folder/src/core/perfmodel/perfmodel.c"
tar -czf "$TASUKI_STARPU_TARBALL" -C "$scratch/starpu-source" starpu-1.4.99
try "$build"
expect_status 0
expect_err 'warning: relocated.patch does not fit StarPU 1.4.99: a bundle warns'

# No patch command: what cannot be done without is refused, the rest is said.
tools_without patch
source_with relocated without-cublas
try env PATH="$scratch/tools" "$build"
expect_status 0
expect_err 'warning: no patch command is here: a bundle warns'
expect_err 'warning: no patch command is here: programs need cuBLAS'
fake nvcc 'echo "Cuda compilation tools, release 13.0, V13.0.1"'
source_with cuda13-compute-mode
try env PATH="$scratch/tools" "$build"
expect_status 3
expect_err 'does not compile with CUDA 13.0 .*install patch'

# Programs that simulate call what two of their patches name, give the same
# numbers under every environment with another, are fast with locks, and do not
# stop with the last.
export TASUKI_GPU=simulated
source_with
try "$build"
expect_status 3
expect_err 'simulated-ranks.patch does not fit StarPU 1.4.99'
source_with simulated-ranks
try "$build"
expect_status 3
expect_err 'simulated-order.patch does not fit StarPU 1.4.99'
source_with simulated-ranks simulated-order
try "$build"
expect_status 3
expect_err 'simulated-workers.patch does not fit StarPU 1.4.99'
source_with simulated-ranks simulated-order simulated-workers
try "$build"
expect_status 3
expect_err 'simulated-locks.patch does not fit StarPU 1.4.99'
source_with simulated-ranks simulated-order simulated-workers simulated-locks
try "$build"
expect_status 3
expect_err 'simulated-spinlocks.patch does not fit StarPU 1.4.99'
source_with simulated-{ranks,order,workers,locks,spinlocks}
try "$build"
expect_status 0
grep -q '^int starpu_simgrid_main' "$scratch/seen/src/core/simgrid.c" ||
    fail "simulated-ranks was not applied"
grep -q 'root_handle->number <' "$scratch/seen/src/datawizard/sort_data_handles.c" ||
    fail "simulated-order was not applied"
grep -q 'starpu_simgrid_task_start' "$scratch/seen/src/core/simgrid.c" ||
    fail "simulated-workers was not applied"
grep -q '_starpu_simgrid_cond_wait' "$scratch/seen/src/common/thread.c" ||
    fail "simulated-locks was not applied"
grep -q '_starpu_simgrid_spin_wake' "$scratch/seen/src/common/thread.h" ||
    fail "simulated-spinlocks was not applied"
