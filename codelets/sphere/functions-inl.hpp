// Functions of the recurrence, pairs of latitudes in the lanes of vectors.
// Included once per SIMD target (Highway).
#if defined(TASUKI_SPHERE_FUNCTIONS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_SPHERE_FUNCTIONS_INL
#undef TASUKI_SPHERE_FUNCTIONS_INL
#else
#define TASUKI_SPHERE_FUNCTIONS_INL
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "codelets/device/unroll.hpp"
#include "codelets/sphere/latitudes.hpp"
#include "codelets/sphere/recurrence.hpp"
#include "codelets/sphere/start/start.hpp"
#include "codelets/sphere/target.hpp"

TASUKI_SPHERE_TARGET_BEGIN

namespace hn = hwy::HWY_NAMESPACE;

/// At most the lanes of 512 bits, so that vectors fit into a group.
using Tag = hn::CappedTag<double, 8>;
using Vec = hn::Vec<Tag>;

/// Vectors of one group that stay in registers together.
constexpr int vectors_at_once() {
    return HWY_TARGET > HWY_AVX3 ? 2 : 4;
}

/// Member `kMember`, counted in doubles, of structures that follow each other.
template <int kMember, class T>
HWY_INLINE Vec member_of(const T* at, int lanes) {
    constexpr int stride = sizeof(T) / sizeof(double);
    HWY_ALIGN double values[8];
    for (int k = 0; k < lanes; ++k)
        values[k] = reinterpret_cast<const double*>(at)[k * stride + kMember];
    return hn::Load(Tag{}, values);
}

/// Functions of two terms on kVectors vectors of latitudes.
template <int kVectors>
struct Functions {
    Vec q0[kVectors], q1[kVectors], mu2[kVectors];

    HWY_INLINE Functions(const Seed* seed, const Pair* pair) {
        const Tag d;
        const int lanes = static_cast<int>(hn::Lanes(d));
        TASUKI_UNROLL(4)
        for (int v = 0; v < kVectors; ++v) {
            hn::LoadInterleaved2(d, &seed[v * lanes].q0, q0[v], q1[v]);
            mu2[v] = member_of<1>(pair + v * lanes, lanes);
        }
    }
    /// q0 becomes the function of two terms further.
    HWY_INLINE void step_even(const Step& step) {
        TASUKI_UNROLL(4)
        for (int v = 0; v < kVectors; ++v)
            q0[v] = next(step, mu2[v], q1[v], q0[v]);
    }
    HWY_INLINE void step_odd(const Step& step) {
        TASUKI_UNROLL(4)
        for (int v = 0; v < kVectors; ++v)
            q1[v] = next(step, mu2[v], q0[v], q1[v]);
    }

  private:
    static HWY_INLINE Vec next(const Step& step, Vec x, Vec q, Vec before) {
        const Tag d;
        return hn::MulSub(hn::MulAdd(hn::Set(d, step.a), x, hn::Set(d, step.b)),
                          q, before);
    }
};

TASUKI_SPHERE_TARGET_END

#endif
