// How D psi is held against the plain reference.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "graphs/wilson/decomposition.hpp"

namespace tasuki::drivers {

/// Largest relative difference from the reference that rounding explains: 50
/// terms per component, and a margin for how they are summed.
template <class T>
inline constexpr double kWilsonTolerance =
    std::is_same_v<T, double> ? 1e-14 : 5e-6;

/// Sites of this rank to compare with the reference (lexicographic in the whole
/// lattice): all of a small lattice, else spread over it by a stride that
/// visits every residue of rows and layers.
inline std::vector<std::size_t> sites_to_check(
    const graphs::wilson::Decomposition& cut) {
    constexpr std::size_t most = 16384;
    const auto whole = cut.whole();
    const std::size_t volume = whole.volume();
    const std::size_t stride = volume <= most ? 1 : (volume / most) | 1;
    std::vector<std::size_t> sites;
    for (std::size_t k = 0; k < std::min(volume, most); ++k) {
        const std::size_t site = k * stride % volume;
        if (cut.is_local(cut.block_of(whole.coordinates(site))))
            sites.push_back(site);
    }
    return sites;
}

}  // namespace tasuki::drivers
