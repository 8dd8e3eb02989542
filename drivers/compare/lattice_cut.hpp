// How commands of lattices in blocks are compared over ranks.
#pragma once

#include <string>

#include "drivers/compare/cell.hpp"

namespace tasuki::drivers::compare {

/// Why the ranks and blocks do not cut the lattice of a cell, whose first axis
/// it is; empty: they do.  Ranks cut it along T, and have a block each at
/// least.
std::string why_not_cut(const Cell& cell);

}  // namespace tasuki::drivers::compare
