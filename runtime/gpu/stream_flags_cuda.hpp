// The CUDA part of stream_flags.hpp.
#pragma once

#include <cuda.h>

#include <cstdint>

#include "runtime/gpu/gpu.hpp"

namespace tasuki::gpu {

namespace detail {

/// The functions of the driver, which no program needs to link.
struct StreamFlags {
    using Call = CUresult (*)(CUstream, CUdeviceptr, cuuint32_t, unsigned);
    Call wait = find("cuStreamWaitValue32");
    Call write = find("cuStreamWriteValue32");

    static Call find(const char* name) noexcept {
        void* found = nullptr;
        cudaDriverEntryPointQueryResult result{};
#if CUDART_VERSION >= 12050
        const auto status = cudaGetDriverEntryPointByVersion(
            name, &found, 12000, cudaEnableDefault, &result);
#else
        const auto status =
            cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &result);
#endif
        if (status == cudaSuccess && result == cudaDriverEntryPointSuccess)
            return reinterpret_cast<Call>(found);
        static_cast<void>(cudaGetLastError());
        return nullptr;
    }
    static const StreamFlags& all() noexcept {
        static const StreamFlags functions;
        return functions;
    }
    static CUdeviceptr address(std::uint32_t* number) noexcept {
        return reinterpret_cast<CUdeviceptr>(number);
    }
    static void check(CUresult result, const char* call) {
        if (result != CUDA_SUCCESS)
            throw runtime::DeviceError(
                call, "CUDA's driver returned " + std::to_string(result));
    }
};

}  // namespace detail

/// Shows pages of the host to streams.
/// @return  null: they cannot see them, or cannot wait
inline void* show_to_streams(void* memory, std::size_t bytes) noexcept {
    void* shown = nullptr;
    if (detail::StreamFlags::all().wait != nullptr &&
        detail::StreamFlags::all().write != nullptr &&
        cudaHostRegister(memory, bytes,
                         cudaHostRegisterPortable | cudaHostRegisterMapped) ==
            cudaSuccess &&
        cudaHostGetDevicePointer(&shown, memory, 0) == cudaSuccess)
        return shown;
    static_cast<void>(cudaGetLastError());
    return nullptr;
}
/// No stream uses them any more.
inline void hide_from_streams(void* memory) noexcept {
    check_release(cudaHostUnregister(memory), "unpin memory of the host");
}

/// What comes next on the stream comes after the number is `value`.
/// @param number  as show_to_streams() has it
inline void wait_for(Stream stream, std::uint32_t* number,
                     std::uint32_t value) {
    detail::StreamFlags::check(detail::StreamFlags::all().wait(
                                   stream, detail::StreamFlags::address(number),
                                   value, CU_STREAM_WAIT_VALUE_EQ),
                               "wait for a number");
}
/// Writes it when all before has been done, for all processors to see.
/// @param number  as show_to_streams() has it
inline void write(Stream stream, std::uint32_t* number, std::uint32_t value) {
    detail::StreamFlags::check(detail::StreamFlags::all().write(
                                   stream, detail::StreamFlags::address(number),
                                   value, CU_STREAM_WRITE_VALUE_DEFAULT),
                               "write a number");
}

}  // namespace tasuki::gpu
