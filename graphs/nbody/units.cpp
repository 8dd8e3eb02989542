#include "graphs/nbody/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/core/error.hpp"

namespace tasuki::graphs::nbody {

namespace {

/// 0 and 1 give 1.
double power_of_two_near(double x) {
    return x > 0 ? std::ldexp(1.0, std::ilogb(x)) : 1;
}

}  // namespace

Units choose_units(const tasuki::nbody::Bodies& bodies, double gravity) {
    double size = 0, mass = 0;
    for (const auto& r : bodies.position)
        for (const double c : r) size = std::max(size, std::abs(c));
    for (const double m : bodies.mass) mass += m;
    Units units;
    units.gravity = gravity;
    units.length = power_of_two_near(size);
    const double rate2 = gravity * mass / std::pow(units.length, 3);
    if (!std::isfinite(rate2))
        throw runtime::UsageError(fmt::format(
            "a mass of {:g} in a length of {:g} with G = {:g}: G m / r^3 is "
            "no number",
            mass, size, gravity));
    units.time = power_of_two_near(rate2 > 0 ? 1 / std::sqrt(rate2) : 1);
    units.gravity_mass =
        gravity * units.time * units.time / std::pow(units.length, 3);
    return units;
}

void move_origin_near(tasuki::nbody::Bodies& bodies) {
    // Near enough to lose less than three of 24 bits.
    constexpr double far = 8;
    if (bodies.size() == 0) return;
    tasuki::nbody::Vector least = bodies.position[0], greatest = least;
    for (const auto& r : bodies.position)
        for (int k = 0; k < 3; ++k) {
            least[k] = std::min(least[k], r[k]);
            greatest[k] = std::max(greatest[k], r[k]);
        }
    double radius = 0, distance = 0;
    tasuki::nbody::Vector middle;
    for (int k = 0; k < 3; ++k) {
        middle[k] = least[k] / 2 + greatest[k] / 2;
        radius = std::max(radius, greatest[k] / 2 - least[k] / 2);
        distance = std::max(distance, std::abs(middle[k]));
    }
    if (distance <= far * radius) return;
    for (auto& r : bodies.position)
        for (int k = 0; k < 3; ++k) r[k] -= middle[k];
    for (int k = 0; k < 3; ++k) bodies.origin[k] += middle[k];
}

}  // namespace tasuki::graphs::nbody
