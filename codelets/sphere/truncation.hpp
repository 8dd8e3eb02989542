// Which spherical harmonics a spectrum has, and in what order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/gpu/gpu.hpp"

namespace tasuki::sphere {

/// Orders m = 0 .. orders, and for each the degrees n = m .. degrees: with
/// orders = degrees the triangle that is called T<degrees>.
struct Truncation {
    int orders = 0;   ///< largest m
    int degrees = 0;  ///< largest n, not below `orders`

    bool operator==(const Truncation&) const = default;

    /// Degrees of order m.
    TASUKI_HD int count(int m) const { return degrees - m + 1; }
    /// Of (m, n = m) among all coefficients, order by order.
    TASUKI_HD std::size_t offset(int m) const {
        const auto k = static_cast<std::size_t>(m);
        return k * static_cast<std::size_t>(degrees + 1) - k * (k - 1) / 2;
    }
    TASUKI_HD std::size_t index(int m, int n) const {
        return offset(m) + static_cast<std::size_t>(n - m);
    }
    std::size_t size() const { return offset(orders + 1); }
};

/// T<degrees>.
inline constexpr Truncation triangle(int degrees) {
    return {degrees, degrees};
}

}  // namespace tasuki::sphere
