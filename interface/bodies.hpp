// Bodies from a caller's arrays.
#pragma once

#include <span>
#include <vector>

#include "codelets/nbody/bodies.hpp"

namespace tasuki::interface {

/// @param values  (n, 3)
std::vector<nbody::Vector> vectors_of(std::span<const double> values);

/// At rest.
/// @param x  positions, (n, 3)
/// @param m  masses, (n)
nbody::Bodies bodies_of(std::span<const double> x, std::span<const double> m);

}  // namespace tasuki::interface
