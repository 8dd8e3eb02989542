#include "interface/bodies.hpp"

#include <algorithm>
#include <cstddef>

namespace tasuki::interface {

std::vector<nbody::Vector> vectors_of(std::span<const double> values) {
    std::vector<nbody::Vector> all(values.size() / 3);
    for (std::size_t i = 0; i < all.size(); ++i)
        std::ranges::copy(values.subspan(3 * i, 3), all[i].begin());
    return all;
}

nbody::Bodies bodies_of(std::span<const double> x, std::span<const double> m) {
    nbody::Bodies bodies;
    bodies.mass.assign(m.begin(), m.end());
    bodies.position = vectors_of(x);
    bodies.velocity.resize(m.size());
    return bodies;
}

}  // namespace tasuki::interface
