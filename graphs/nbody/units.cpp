#include "graphs/nbody/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/error.hpp"

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

}  // namespace tasuki::graphs::nbody
