#include "drivers/nbody/models/plummer.hpp"

#include <cmath>

namespace tasuki::drivers {

namespace {

/// v over the speed of escape, of density q^2 (1 - q^2)^(7/2), whose greatest
/// value is 0.0922.
double sample_speed(BodyRandom& random) {
    for (;;) {
        const double q = random.uniform(), limit = 0.1 * random.uniform();
        if (limit < q * q * std::pow(1 - q * q, 3.5)) return q;
    }
}

}  // namespace

Place sample_plummer(BodyRandom& random) {
    constexpr double kMassInside = 0.999;
    // The mass inside of r is (1 + a^2 / r^2)^(-3/2).
    const double mass = kMassInside * random.uniform();
    const double r = kPlummerScale / std::sqrt(std::pow(mass, -2.0 / 3) - 1);
    const double escape = std::sqrt(2 / std::hypot(r, kPlummerScale));
    Place place;
    place.position = random.isotropic(r);
    place.velocity = random.isotropic(escape * sample_speed(random));
    return place;
}

}  // namespace tasuki::drivers
