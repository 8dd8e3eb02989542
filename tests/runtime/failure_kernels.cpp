#include "tests/runtime/failure_kernels.hpp"

#include "codelets/device/instructions.hpp"

#if defined(TASUKI_GPU_CODE)

namespace tasuki::test {

namespace {

__global__ void trap() {
    gpu::trap();
}

__global__ void write_to(int* at) {
    *at = 1;
}

__global__ void nothing() {}

}  // namespace

void run_trap(gpu::Stream stream) {
    trap<<<1, 1, 0, stream>>>();
    gpu::check(TASUKI_GPU_API(GetLastError)(), "trap");
}

void run_illegal_address(gpu::Stream stream) {
    write_to<<<1, 1, 0, stream>>>(reinterpret_cast<int*>(64));
    gpu::check(TASUKI_GPU_API(GetLastError)(), "illegal address");
}

void run_too_large(gpu::Stream stream) {
    nothing<<<1, 4096, 0, stream>>>();
    gpu::check(TASUKI_GPU_API(GetLastError)(), "too large a block");
}

void take_memory(std::size_t left) noexcept {
    std::size_t free_bytes = 0, total_bytes = 0;
    gpu::check(TASUKI_GPU_API(MemGetInfo)(&free_bytes, &total_bytes),
               "device memory");
    void* taken = nullptr;
    if (free_bytes > left)
        gpu::check(TASUKI_GPU_API(Malloc)(&taken, free_bytes - left),
                   "device allocation");
}

}  // namespace tasuki::test

#endif
