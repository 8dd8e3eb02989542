// Random SU(2) elements of the one-link distribution
//   dP(b) ~ exp(x b0) db,  db the Haar measure, x >= 0:
// b0 is distributed as sqrt(1 - b0^2) exp(x b0) on [-1, 1] and the direction
// of (b1, b2, b3) uniformly.  <b0> = I2(x) / I1(x).
#pragma once

#include <algorithm>
#include <cmath>

#include "codelets/lattice/elementary.hpp"
#include "codelets/lattice/random.hpp"
#include "codelets/quenched/su2.hpp"

namespace tasuki::quenched::heatbath {

/// 1 - b0 by the method of Kennedy & Pendleton, Phys. Lett. B 156 (1985) 393:
/// 1 - b0 = 2 d^2, d^2 exact for exp(-2 x d^2), rejected for sqrt(1 - d^2).
/// Accepts nearly always for large x, nearly never for x -> 0.
TASUKI_HD double sample_kennedy_pendleton(double x,
                                          lattice::RandomStream& random) {
    for (;;) {
        const double radial = lattice::log_of(random.uniform());
        const double cosine = lattice::sin_cos_of_turns(random.uniform()).cos;
        const double third = lattice::log_of(random.uniform());
        const double d2 = -(radial + cosine * cosine * third) / (2 * x);
        const double r = random.uniform();
        if (!(r * r > 1 - d2)) return 2 * d2;  // a NaN must end, too
    }
}

/// 1 - b0 by the method of Creutz, Phys. Rev. D 21 (1980) 2308: b0 exact for
/// exp(x b0), rejected for sqrt(1 - b0^2).  Accepts with pi / 4 at x -> 0, ever
/// more rarely for large x.
TASUKI_HD double sample_creutz(double x, lattice::RandomStream& random) {
    for (;;) {
        const double u = random.uniform();
        const double distance =  // of b0 from -1; exact also at x = 0
            x > 1e-8 ? lattice::log1p_of(u * lattice::expm1_of(2 * x)) / x
                     : 2 * u;
        const double b0 = std::clamp(distance - 1, -1.0, 1.0);
        const double r = random.uniform();
        if (!(r * r > (1 - b0) * (1 + b0))) return 1 - b0;
    }
}

/// The x above which Kennedy and Pendleton's method accepts more often.
inline constexpr double kCreutzLimit = 1.7;

/// b of the distribution above.
TASUKI_HD Su2 sample_su2(double x, lattice::RandomStream& random) {
    const double gap = x < kCreutzLimit ? sample_creutz(x, random)
                                        : sample_kennedy_pendleton(x, random);
    const double length = std::sqrt(gap * (2 - gap));
    const double polar = 2 * random.uniform() - 1;
    const double equatorial = length * std::sqrt(1 - polar * polar);
    const auto angle = lattice::sin_cos_of_turns(random.uniform());
    return {{1 - gap, equatorial * angle.cos, equatorial * angle.sin,
             length * polar}};
}

}  // namespace tasuki::quenched::heatbath
