#include "drivers/nbody/models/uniform.hpp"

#include <cmath>

namespace tasuki::drivers {

Place sample_uniform(BodyRandom& random, double virial_ratio) {
    const double radius = uniform_radius(virial_ratio);
    // T = 3/2 M sigma^2 = Q 3/5 G M^2 / R
    const double sigma = std::sqrt(0.4 * virial_ratio / radius);
    Place place;
    place.position = random.isotropic(radius * std::cbrt(random.uniform()));
    place.velocity = random.gaussian();
    for (double& v : place.velocity) v *= sigma;
    return place;
}

}  // namespace tasuki::drivers
