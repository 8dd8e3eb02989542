// How bodies lie in memory on every device: four reals each, so that a body is
// one or two loads of 16 bytes.
#pragma once

#include <cstddef>

namespace tasuki::nbody {

/// Sources whose sum is taken by itself before it is added to what a CPU has,
/// one run after the other, and bodies in a partial sum: where blocks begin at
/// multiples of it, the bits of all sums are the same for every cut.
inline constexpr std::size_t kRun = 64;

/// Position and mass (x, y, z, m), or a vector (x, y, z, unused).
template <class T>
struct alignas(16) Quad {
    T x, y, z, w;
};

/// Numbers of a simulation: of its state, and of the sum over pairs.
template <class S, class F>
struct Numbers {
    using State = S;
    using Force = F;
    /// Positions are taken as sums of two numbers of the other kind.
    static constexpr bool kSplit = sizeof(S) > sizeof(F);
};
using Single = Numbers<float, float>;
/// Differences of positions are taken in double, then all is single.
using Mixed = Numbers<double, float>;
using Double = Numbers<double, double>;

template <class N>
constexpr const char* numbers_name();
template <>
constexpr const char* numbers_name<Single>() {
    return "single";
}
template <>
constexpr const char* numbers_name<Mixed>() {
    return "mixed";
}
template <>
constexpr const char* numbers_name<Double>() {
    return "double";
}

}  // namespace tasuki::nbody

/// Calls M(N) for each.
#define TASUKI_FOR_NBODY_NUMBERS(M) \
    M(tasuki::nbody::Single)        \
    M(tasuki::nbody::Mixed)         \
    M(tasuki::nbody::Double)
