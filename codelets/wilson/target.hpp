// Names for code that is compiled once per target: for the GPU, or by Highway
// for each SIMD width of the CPU.
#pragma once

#include "codelets/device/instructions.hpp"
#include "codelets/device/unroll.hpp"

#if defined(TASUKI_GPU_CODE)

#include <cstdint>
#include <cstring>
#include <type_traits>

#define TASUKI_FN TASUKI_HD
#define TASUKI_INLINE_LAMBDA
#define TASUKI_TARGET_BEGIN namespace tasuki::wilson::on_gpu {
#define TASUKI_TARGET_END }

namespace tasuki::wilson::on_gpu {
/// The number in each lane of R: here R itself.
template <class R>
using Scalar = R;
// Explicit, or the compiler would choose which of two products is rounded, and
// kernels that compute the same number could get other bits.
template <class R>
TASUKI_HD R mul_add(R a, R b, R c) {
    return fma(a, b, c);
}
template <class R>
TASUKI_HD R mul_sub(R a, R b, R c) {
    return fma(a, b, -c);
}
template <class R>
TASUKI_HD R neg_mul_add(R a, R b, R c) {
    return fma(-a, b, c);
}
template <class R>
TASUKI_HD R broadcast(R value) {
    return value;
}
template <class R>
TASUKI_HD R select(bool choice, R yes, R no) {
    return choice ? yes : no;
}
/// Whether the lowest bit of the significand is set.
template <class R>
TASUKI_HD bool low_bit(R value) {
    using Bits =
        std::conditional_t<sizeof(R) == 8, std::uint64_t, std::uint32_t>;
    Bits bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 1) != 0;
}
using gpu::reciprocal, gpu::square_root;
}  // namespace tasuki::wilson::on_gpu

#else

// Inside a file that Highway includes once per target: every function between
// BEGIN and END is compiled for HWY_TARGET and lives in its namespace.
#define TASUKI_FN HWY_INLINE
/// A lambda that is called in several places, or is large, and must be inlined
/// all the same: registers hold what it captures.
#define TASUKI_INLINE_LAMBDA __attribute__((always_inline))
#define TASUKI_TARGET_BEGIN \
    HWY_BEFORE_NAMESPACE(); \
    namespace tasuki::wilson::HWY_NAMESPACE {
#define TASUKI_TARGET_END \
    }                     \
    HWY_AFTER_NAMESPACE();

#endif
