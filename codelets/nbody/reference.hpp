// Gravity in double precision, pair by pair, for tests and
// checks.
#pragma once

#include "codelets/nbody/bodies.hpp"

namespace tasuki::nbody {

/// Of one body, the i-th; see below.
Vector reference_acceleration(const Bodies& bodies, std::size_t i, double eps,
                              double gravity = 1);

/// a_i = sum_{j != i} G m_j (r_j - r_i) / (|r_j - r_i|^2 + eps^2)^(3/2)
/// @return  (n)
std::vector<Vector> reference_accelerations(const Bodies& bodies, double eps,
                                            double gravity = 1);

/// -sum_{i < j} G m_i m_j / sqrt(|r_j - r_i|^2 + eps^2)
double reference_potential(const Bodies& bodies, double eps,
                           double gravity = 1);

}  // namespace tasuki::nbody
