// Common names for cuFFT and hipFFT, as in gpu.hpp; TASUKI_GPU_FFT is defined
// if there is one.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if defined(TASUKI_GPU_FFT)
// fft_cuda.hpp or fft_hip.hpp, by the toolkit of the build.
#include TASUKI_GPU_FFT_HEADER

namespace tasuki::gpu {

using FftPlan = TASUKI_FFT_API(Handle);            ///< transforms of one size
using FftComplex = TASUKI_FFT_API(DoubleComplex);  ///< real part first

/// @throws DeviceError  `status` is not success
inline void check_fft(TASUKI_FFT_API(Result) status, const char* call) {
    if (status != TASUKI_FFT_SUCCESS)
        throw runtime::DeviceError(
            call, "the FFT library returned " + std::to_string(status));
}

}  // namespace tasuki::gpu
#endif
