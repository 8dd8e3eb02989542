// Bodies on the host, as in files and initial conditions.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace tasuki::nbody {

using Vector = std::array<double, 3>;  ///< x, y, z

/// Point masses, in whatever units the gravitational constant beside them is.
struct Bodies {
    std::vector<double> mass;      ///< (n)
    std::vector<Vector> position;  ///< (n), from `origin`
    std::vector<Vector> velocity;  ///< (n)
    /// Where the positions start: the digits of bodies that are close to each
    /// other and far from 0 are then those of their distances.
    Vector origin{};

    std::size_t size() const { return mass.size(); }
    void resize(std::size_t n) {
        mass.resize(n);
        position.resize(n);
        velocity.resize(n);
    }
};

}  // namespace tasuki::nbody
