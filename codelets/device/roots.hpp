// Reciprocal square roots on the GPU, by name: those whose cost and accuracy
// are compared. Each vendor's rsqrt_rounded() and rsqrt_approximate() are in
// instructions_nvidia.hpp and instructions_amd.hpp.
#pragma once

#include "runtime/gpu/gpu.hpp"

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

}  // namespace tasuki::gpu
#endif
