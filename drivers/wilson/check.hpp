// How D psi is held against the plain reference.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace tasuki::drivers {

/// Largest relative difference from the reference that rounding explains: 50
/// terms per component, and a margin for how they are summed.
template <class T>
inline constexpr double kWilsonTolerance =
    std::is_same_v<T, double> ? 1e-14 : 5e-6;

/// Sites to compare with the reference (lexicographic): all of a small lattice,
/// else spread over it by a stride that visits every residue of rows and
/// layers.
inline std::vector<std::size_t> sites_to_check(std::size_t volume) {
    constexpr std::size_t most = 16384;
    std::vector<std::size_t> sites;
    if (volume <= most) {
        for (std::size_t n = 0; n < volume; ++n) sites.push_back(n);
        return sites;
    }
    const std::size_t stride = (volume / most) | 1;
    for (std::size_t k = 0; k < most; ++k) sites.push_back(k * stride % volume);
    return sites;
}

}  // namespace tasuki::drivers
