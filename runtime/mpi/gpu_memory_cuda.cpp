#include <starpu_config.h>

#include "runtime/mpi/carrier.hpp"
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

namespace tasuki::runtime::detail {

bool mpi_sends_from_gpu_memory() {
    // What MPIX_CUDA_AWARE_SUPPORT says is of the MPI of the build; a bundle
    // runs with that of its machine.
#if defined(STARPU_USE_CUDA) && defined(MPIX_CUDA_AWARE_SUPPORT)
    return MPIX_Query_cuda_support() == 1;
#else
    return false;
#endif
}

}  // namespace tasuki::runtime::detail
