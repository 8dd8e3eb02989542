#include "drivers/nbody/models/king.hpp"

#include <algorithm>
#include <cmath>

namespace tasuki::drivers {

namespace {

/// v / sigma, of density u^2 (exp(W - u^2 / 2) - 1) for u^2 < 2 W.
double sample_speed(BodyRandom& random, double w) {
    if (w <= 0) return 0;
    // Without the -1, and by e^y - 1 < y e^y: the one is near the greatest
    // density in the deep, the other at the edge.
    const double bound = std::min(2 * std::exp(w - 1), w * w / 2 * std::exp(w));
    for (;;) {
        const double u = std::sqrt(2 * w) * random.uniform();
        const double limit = bound * random.uniform();
        if (limit < u * u * std::expm1(w - u * u / 2)) return u;
    }
}

}  // namespace

Place sample_king(BodyRandom& random, const KingProfile& profile) {
    const auto [radius, w] = profile.shell(random.uniform());
    Place place;
    place.position = random.isotropic(radius);
    place.velocity =
        random.isotropic(profile.sigma() * sample_speed(random, w));
    return place;
}

}  // namespace tasuki::drivers
