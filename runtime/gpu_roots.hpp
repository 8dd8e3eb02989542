// Reciprocal square roots on the GPU, by name: how each toolkit spells those
// whose cost and accuracy are compared.
#pragma once

#include "runtime/gpu.hpp"

#if defined(TASUKI_GPU_CODE)
namespace tasuki::gpu {

/// By division and the root of the standard library, both correctly rounded.
TASUKI_DEVICE float inverse_of_sqrt(float x) {
    return 1.0f / sqrtf(x);
}
TASUKI_DEVICE double inverse_of_sqrt(double x) {
    return 1.0 / sqrt(x);
}

/// The mathematical library's: two units in the last place, for all x.
TASUKI_DEVICE float rsqrt_library(float x) {
    return rsqrtf(x);
}
TASUKI_DEVICE double rsqrt_library(double x) {
    return rsqrt(x);
}

/// Rounded to nearest; by HIP on AMD the hardware's approximation.
TASUKI_DEVICE float rsqrt_rounded(float x) {
    return __frsqrt_rn(x);
}
TASUKI_DEVICE double rsqrt_rounded(double x) {
#if !defined(__CUDACC__)
    return 1.0 / sqrt(x);
#else
    return __drcp_rn(__dsqrt_rn(x));
#endif
}

/// The hardware's approximation, of normal x: in single precision to two units
/// in the last place, in double to 2^-20 at least.
TASUKI_DEVICE float rsqrt_approximate(float x) {
#if !defined(__CUDACC__)
    return __builtin_amdgcn_rsqf(x);
#else
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
#endif
}
TASUKI_DEVICE double rsqrt_approximate(double x) {
#if !defined(__CUDACC__)
    return __builtin_amdgcn_rsq(x);
#else
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    return y;
#endif
}

}  // namespace tasuki::gpu
#endif
