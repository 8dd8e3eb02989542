// Kernels that launch kernels: compiled as CUDA, and linked by its device
// linker (CMakeLists.txt).
#include "peers/self/kernels.hpp"

namespace tasuki::peers::self {

namespace {

__global__ void launched_kernel(std::uint32_t* flag, std::uint32_t number) {
    gpu::signal(flag, number);
}

__global__ void launching_kernel(std::uint32_t* flag, std::uint32_t base,
                                 int count, Found* found) {
    for (int n = 0; n < count; ++n) {
        const std::uint32_t number = base + n + 1;
        // Of all streams in a kernel, only this one starts before it ends.
        launched_kernel<<<1, 1, 0, cudaStreamFireAndForget>>>(flag, number);
        if (!gpu::wait(gpu::Grid{}, flag, number, kPatience)) {
            found->late = 1;
            return;
        }
    }
}

}  // namespace

const char* why_no_launch_from_kernels() noexcept {
    // The device linker makes machine code, for what the build names, and none
    // when the program starts.
    cudaFuncAttributes attributes;
    const auto status = cudaFuncGetAttributes(&attributes, launching_kernel);
    if (status == cudaSuccess) return nullptr;
    static_cast<void>(cudaGetLastError());
    return gpu::describe(status);
}

void launch_from_kernel(std::uint32_t* flag, std::uint32_t base, int count,
                        Found* found, gpu::Stream stream) {
    launching_kernel<<<1, 1, 0, stream>>>(flag, base, count, found);
    gpu::check(TASUKI_GPU_API(GetLastError)(), "launch from a kernel");
}

}  // namespace tasuki::peers::self
