// What a kernel of vectors takes of its arrays at a time: a real or a complex
// number of an array of double or float.  Of 16-bit fixed point it takes all
// reals of a site, which have a scale in common (codelets/wilson/layout.hpp),
// as floats that stand for a piece of an array of float.
#pragma once

#include "codelets/wilson/site_reals.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::linalg {

using wilson::Fixed16;

/// Elements of an array of so many reals, of `kReals` (1 or 2) each.
template <class T, int kReals>
constexpr std::size_t elements(std::size_t reals) {
    if constexpr (std::is_same_v<T, Fixed16>)
        return wilson::sites_in<Fixed16>(reals);
    else
        return reals / kReals;
}

/// A site of a vector in fixed point.
struct FixedSite : wilson::SiteReals<Fixed16> {
    static constexpr int kReals = wilson::kSpinorReals;
    using wilson::SiteReals<Fixed16>::SiteReals;

    TASUKI_HD operator runtime::Read<float>() const { return {r, kReals}; }
    TASUKI_HD runtime::Update<float> update() { return {r, kReals}; }
    TASUKI_HD runtime::Write<float> write() { return {r, kReals}; }
};

/// Adds what `body` returns for the reals, or complex numbers, of a site.
template <int kSums, int kReals, class Body>
TASUKI_HD auto sum_over_site(const Body& body) {
    auto sums = body(0);
    TASUKI_UNROLL(24)
    for (int k = 1; k < FixedSite::kReals / kReals; ++k) {
        const auto more = body(k);
        for (int s = 0; s < kSums; ++s) sums.v[s] += more.v[s];
    }
    return sums;
}

}  // namespace tasuki::linalg
