// Building blocks of kernels for which NVIDIA's compiler has its own names.
// Included by instructions.hpp; instructions_amd.hpp has the same functions.
#pragma once

#include "runtime/gpu/code.hpp"

#if defined(__CUDACC__)
namespace tasuki::gpu {

/// The second number of __launch_bounds__ for `blocks` of `threads` that are
/// to be on a multiprocessor together.
constexpr int together(int /*threads*/, int blocks) {
    return blocks;
}

/// 16 bytes that are read or written once: they do not displace in the caches
/// data that is used again.
TASUKI_DEVICE uint4 load_once(const uint4* at) {
    return __ldcs(at);
}
/// As load_once().
TASUKI_DEVICE void store_once(uint4* at, const uint4& value) {
    __stcs(at, value);
}

/// c + kSign times the signed 16-bit number in a half of `word`.
template <int kSign>
TASUKI_DEVICE int add_packed(unsigned word, bool upper, int c) {
    // The product of both halves with two bytes, one of them zero.
    const int byte = kSign > 0 ? 0x01 : 0xff;
    return __dp2a_lo(static_cast<int>(word), upper ? byte << 8 : byte, c);
}
/// The low 16 bits of both, those of `high` above those of `low`.
TASUKI_DEVICE unsigned low_halves(unsigned low, unsigned high) {
    return __byte_perm(low, high, 0x5410);
}
/// The larger one; NaN if either is.
TASUKI_DEVICE float max_or_nan(float a, float b) {
#if __CUDA_ARCH__ < 800
    return a >= b || a != a ? a : b;
#else
    float larger;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(larger) : "f"(a), "f"(b));
    return larger;
#endif
}

/// 1 / x, of |x| from 2^-126 to 2^126, to two units in the last place.
TASUKI_DEVICE float reciprocal(float x) {
    // Without the steps that numbers above 2^126 would need.
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
/// The square root of x <= 1; zero for x slightly below zero by rounding.
TASUKI_DEVICE float square_root(float x) {
    // Clipping to [0, 1] comes free with the sum that x is.
    float y;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(__saturatef(x)));
    return y;
}

/// 1 / sqrt(x), each step rounded to nearest.
TASUKI_DEVICE float rsqrt_rounded(float x) {
    return __frsqrt_rn(x);
}
/// The same in double precision.
TASUKI_DEVICE double rsqrt_rounded(double x) {
    return __drcp_rn(__dsqrt_rn(x));
}
/// The hardware's approximation, of normal x, to two units in the last place.
TASUKI_DEVICE float rsqrt_approximate(float x) {
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
/// The same, to 2^-20 at least.
TASUKI_DEVICE double rsqrt_approximate(double x) {
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    return y;
}

/// Ends the kernel, and all work of the process on the device.
TASUKI_DEVICE void trap() {
    __trap();
}

}  // namespace tasuki::gpu
#endif
