// SU(2) as quaternions: a = a0 + i (a1 s1 + a2 s2 + a3 s3), s = Pauli matrices,
//   a = |  a0 + i a3   a2 + i a1 |
//       | -a2 + i a1   a0 - i a3 |,    a0^2 + a1^2 + a2^2 + a3^2 = det a.
// Source: Gattringer & Lang (2010), ch. 4.
#pragma once

#include <array>
#include <cmath>

#include "runtime/gpu/code.hpp"

namespace tasuki::quenched {

/// A quaternion; an element of SU(2) when its norm is 1.
struct Su2 {
    std::array<double, 4> a{1, 0, 0, 0};
};

TASUKI_HD Su2 operator*(const Su2& p, const Su2& q) {
    const auto& a = p.a;
    const auto& b = q.a;
    return {{a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
             a[0] * b[1] + a[1] * b[0] - a[2] * b[3] + a[3] * b[2],
             a[0] * b[2] + a[2] * b[0] - a[3] * b[1] + a[1] * b[3],
             a[0] * b[3] + a[3] * b[0] - a[1] * b[2] + a[2] * b[1]}};
}

TASUKI_HD Su2 adjoint(const Su2& p) {
    return {{p.a[0], -p.a[1], -p.a[2], -p.a[3]}};
}

/// The square root of the determinant.
TASUKI_HD double norm(const Su2& p) {
    return std::sqrt(p.a[0] * p.a[0] + p.a[1] * p.a[1] + p.a[2] * p.a[2] +
                     p.a[3] * p.a[3]);
}

/// p / |p|; the unit element when |p| is too small to have a direction.
TASUKI_HD Su2 normalized(const Su2& p) {
    constexpr double kNoDirection = 1e-150;  // below, squares are subnormal
    const double length = norm(p);
    if (length < kNoDirection) return {};
    const double inverse = 1 / length;
    return {{p.a[0] * inverse, p.a[1] * inverse, p.a[2] * inverse,
             p.a[3] * inverse}};
}

}  // namespace tasuki::quenched
