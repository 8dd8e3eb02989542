// Building blocks of kernels for which compilers of GPUs have their own names.
#pragma once

#include "runtime/gpu/code.hpp"

#if defined(TASUKI_GPU_CODE)
// One of these two has something.
#include "codelets/device/instructions_amd.hpp"
#include "codelets/device/instructions_nvidia.hpp"

namespace tasuki::gpu {

/// 1 / x, rounded to nearest.
TASUKI_DEVICE double reciprocal(double x) {
    return 1 / x;
}
/// The square root of x, rounded to nearest; zero for x below zero.
TASUKI_DEVICE double square_root(double x) {
    return sqrt(fmax(x, 0.0));
}

}  // namespace tasuki::gpu
#endif
