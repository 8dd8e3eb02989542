// Associated Legendre functions of every second degree, by a recurrence of two
// multiplications.
//
// P_n^m are normalized to 1 over the sphere with exp(i m lambda), and have the
// phase (-1)^m of Condon and Shortley. With
//   eps_n = sqrt((n^2 - m^2) / (4 n^2 - 1)),
//   mu P_n = eps_(n+1) P_(n+1) + eps_n P_(n-1),
// twice this relation connects P_(n+2), P_n, P_(n-2), and functions q_l, which
// are P_(m+2l) / alpha_l with
//   alpha_0 = alpha_1 = 1,
//   alpha_(l+1) = alpha_(l-1) eps_n eps_(n-1) / (eps_(n+1) eps_(n+2)),
//   n = m + 2l,
// obey
//   q_(l+1) = (a_l mu^2 + b_l) q_l - q_(l-1).
// Degrees of the other parity need no further functions: the sum of
// s_(m+2l+1) P_(m+2l+1) is mu times one of the q_l.
//
// Source: Ishioka, J. Meteor. Soc. Japan 96 (2018), "A new recurrence formula
// for efficient computation of spherical harmonic transform".
#pragma once

#include <vector>

#include "codelets/sphere/orders.hpp"

namespace tasuki::sphere {

/// a and b of the step from terms l and l + 1 to term l + 2.
struct Step {
    double a, b;
};

/// Where the recurrence of an order begins: q_0 = value (1 - mu^2)^(m/2),
/// q_1 = (a mu^2 + b) q_0.
struct Lead {
    double value, a, b;
};

/// Between coefficients s and terms (even, odd):
///   even_l = alpha s_(m+2l),
///   odd_l = g s_(m+2l+1) - h odd_(l+1).
struct Conversion {
    double alpha, g, h;
};

/// (terms) of all orders, zero in the padding, unless said otherwise.
struct Recurrences {
    std::vector<Step> step;
    std::vector<Conversion> conversion;
    std::vector<Lead> lead;  ///< (orders)
};
Recurrences recurrences_of(const Orders& orders);

/// eps_n of order m; 0 for n = m.
double legendre_epsilon(int m, int n);

}  // namespace tasuki::sphere
