// Random numbers of a body.
#pragma once

#include <cmath>
#include <numbers>

#include "codelets/lattice/random.hpp"
#include "codelets/nbody/bodies.hpp"

namespace tasuki::drivers {

/// What one body of a model is made from.
class BodyRandom {
  public:
    BodyRandom(std::uint64_t seed, std::uint64_t body)
        : stream_{seed, lattice::Purpose::bodies, body} {}

    /// In (0, 1).
    double uniform() { return stream_.uniform(); }
    /// Normal deviates of variance 1; the fourth is thrown away.
    nbody::Vector gaussian() {
        const auto xy = stream_.gaussian(), z = stream_.gaussian();
        return {xy.real(), xy.imag(), z.real()};
    }
    /// A vector of this length into any direction with equal chance.
    nbody::Vector isotropic(double length) {
        const double z = 2 * uniform() - 1;
        const double phi = 2 * std::numbers::pi * uniform();
        const double across = length * std::sqrt(1 - z * z);
        return {across * std::cos(phi), across * std::sin(phi), length * z};
    }

  private:
    lattice::RandomStream stream_;
};

}  // namespace tasuki::drivers
