// The latitudes of one block: pairs of a northern one and its mirror image.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "codelets/sphere/grid.hpp"
#include "codelets/sphere/orders.hpp"

namespace tasuki::sphere {

/// One pair; zero in the padding to whole groups.
struct Pair {
    double mu, mu2;  ///< of the northern one; mu^2
    /// Of the integral over the sphere, for each longitude; half for the
    /// equator, which is its own mirror image and is in the pair twice.
    double weight;
    double inverse_cosine;  ///< of the latitude; 0 at a pole
};

/// One angle's cosine to twice the digits, for its powers.
struct Cosine {
    double value, rest;
};

/// Pairs [begin, end) of (J + 1) / 2, counted from the poles.
struct LatitudeBlock {
    LatitudeBlock(const Grid& grid, const std::vector<Node>& nodes, int begin,
                  int end);

    int begin, pairs;
    int groups;  ///< of kGroup pairs, the last of which may be padded
    std::vector<Pair> pair;      ///< (groups * kGroup)
    std::vector<Cosine> cosine;  ///< (groups * kGroup)
};

/// Pairs of a grid.
inline int pairs_of(const Grid& grid) {
    return (grid.latitudes + 1) / 2;
}

using Complex = std::complex<double>;

/// Whether rows are divided by the cosine of their latitude, as components of
/// the wind need.
enum class Rows : std::uint8_t { as_they_are, over_cosine };

}  // namespace tasuki::sphere
