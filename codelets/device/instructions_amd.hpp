// Building blocks of kernels for which AMD's compiler has its own names.
// Included by instructions.hpp; instructions_nvidia.hpp has the same functions.
#pragma once

#include "runtime/gpu/code.hpp"

#if defined(__HIPCC__) && !defined(__CUDACC__)
namespace tasuki::gpu {

/// The second number of __launch_bounds__ for `blocks` of `threads` that are
/// to be on a compute unit together: here it counts the wavefronts of 64 on
/// each of the four SIMD units.
constexpr int together(int threads, int blocks) {
    const int wavefronts = blocks * threads / (4 * 64);
    return wavefronts > 0 ? wavefronts : 1;
}

/// 16 bytes that are read or written once: they do not displace in the caches
/// data that is used again.
TASUKI_DEVICE uint4 load_once(const uint4* at) {
    using Word = unsigned long long;
    const auto* words = reinterpret_cast<const Word*>(at);
    const Word low = __builtin_nontemporal_load(words);
    const Word high = __builtin_nontemporal_load(words + 1);
    return {static_cast<unsigned>(low), static_cast<unsigned>(low >> 32),
            static_cast<unsigned>(high), static_cast<unsigned>(high >> 32)};
}
/// As load_once().
TASUKI_DEVICE void store_once(uint4* at, const uint4& value) {
    using Word = unsigned long long;
    auto* words = reinterpret_cast<Word*>(at);
    __builtin_nontemporal_store(Word{value.y} << 32 | value.x, words);
    __builtin_nontemporal_store(Word{value.w} << 32 | value.z, words + 1);
}

/// c + kSign times the signed 16-bit number in a half of `word`.
template <int kSign>
TASUKI_DEVICE int add_packed(unsigned word, bool upper, int c) {
    const auto bits = static_cast<short>(upper ? word >> 16 : word);
    return c + kSign * bits;
}
/// The low 16 bits of both, those of `high` above those of `low`.
TASUKI_DEVICE unsigned low_halves(unsigned low, unsigned high) {
    return (low & 0xffff) | high << 16;
}
/// The larger one; NaN if either is.
TASUKI_DEVICE float max_or_nan(float a, float b) {
    return a >= b || a != a ? a : b;
}

/// 1 / x, of |x| from 2^-126 to 2^126, to two units in the last place.
TASUKI_DEVICE float reciprocal(float x) {
    return __fdividef(1.0f, x);
}
/// The square root of x <= 1; zero for x slightly below zero by rounding.
TASUKI_DEVICE float square_root(float x) {
    const float clipped = fmaxf(x, 1e-30f);  // 0 * infinity is no root of 0
    return clipped * rsqrtf(clipped);
}

/// 1 / sqrt(x); in single precision what HIP calls rounded is the hardware's
/// approximation.
TASUKI_DEVICE float rsqrt_rounded(float x) {
    return __frsqrt_rn(x);
}
/// The same in double precision.
TASUKI_DEVICE double rsqrt_rounded(double x) {
    return 1.0 / sqrt(x);
}
/// The hardware's approximation, of normal x, to two units in the last place.
TASUKI_DEVICE float rsqrt_approximate(float x) {
    return __builtin_amdgcn_rsqf(x);
}
/// The same, to 2^-20 at least.
TASUKI_DEVICE double rsqrt_approximate(double x) {
    return __builtin_amdgcn_rsq(x);
}

/// Ends the kernel, and all work of the process on the device.
TASUKI_DEVICE void trap() {
    abort();
}

}  // namespace tasuki::gpu
#endif
