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

/// Ends the process with a message unless `status` is success.
inline void check_fft(TASUKI_FFT_API(Result) status,
                      const char* call) noexcept {
    if (status != TASUKI_FFT_SUCCESS)
        runtime::fail_on_device(
            call,
            ("the FFT library returned " + std::to_string(status)).c_str());
}

}  // namespace tasuki::gpu
#endif
