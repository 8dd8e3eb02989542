// Extents of a four-dimensional lattice or block, and its lexicographic order.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace tasuki::lattice {

/// Directions X, Y, Z, T = 0..3, in this order everywhere.
inline constexpr int kDimensions = 4;

using Coordinates = std::array<int, kDimensions>;  ///< x, y, z, t

/// Numbers of sites along X, Y, Z, T.
struct Extents {
    std::array<int, kDimensions> n{};

    constexpr int operator[](int mu) const { return n[mu]; }
    constexpr std::size_t volume() const {
        return static_cast<std::size_t>(n[0]) * n[1] * n[2] * n[3];
    }
    /// Sites of one layer orthogonal to `mu`.
    constexpr std::size_t face(int mu) const { return volume() / n[mu]; }

    /// Lexicographic index, x fastest, t slowest.
    constexpr std::size_t index(const Coordinates& c) const {
        return c[0] +
               n[0] * (c[1] +
                       n[1] * (c[2] + static_cast<std::size_t>(n[2]) * c[3]));
    }
    constexpr Coordinates coordinates(std::size_t index) const {
        Coordinates c{};
        for (int mu = 0; mu < kDimensions; ++mu) {
            c[mu] = static_cast<int>(index % n[mu]);
            index /= n[mu];
        }
        return c;
    }
    /// The site `step` away from `c` along `mu`, periodic.
    constexpr Coordinates shifted(Coordinates c, int mu, int step) const {
        c[mu] = (c[mu] + step % n[mu] + n[mu]) % n[mu];
        return c;
    }

    constexpr bool operator==(const Extents&) const = default;
};

/// "8x8x8x16"; the order is X, Y, Z, T.
std::string to_string(const Extents& extents);

/// Reads "8x8x8x16" or "8,8,8,16".  @throws UsageError naming `what` unless
/// there are four numbers of 1 to 4096.
Extents parse_extents(std::string_view text, std::string_view what);

}  // namespace tasuki::lattice
