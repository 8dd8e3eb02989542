// Kernels that launch kernels, where there are none.
#include "peers/self/kernels.hpp"

namespace tasuki::peers::self {

const char* why_no_launch_from_kernels() noexcept {
    return "kernels launch kernels in CUDA alone, in a build that has found "
           "its libcudadevrt";
}

void launch_from_kernel(std::uint32_t*, std::uint32_t, int, Found*,
                        gpu::Stream) {}

}  // namespace tasuki::peers::self
