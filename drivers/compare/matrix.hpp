// The cells of a comparison: every combination of the values asked for.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/cell.hpp"

namespace tasuki::drivers::compare {

/// The axes as lists in the notation of patterns.hpp; an empty one stands for
/// the default of the machine.
struct Axes {
    std::vector<std::string> problem;  ///< one for each axis of the subject
    std::string ranks, gpus, blocks, policies, placements;
    std::string outputs = kNoOutputs;
};

struct Matrix {
    std::vector<Cell> cells;  ///< in the order in which they run
    /// "8x8x8x16 in blocks 1x1x1x16: why not", each once.
    std::vector<std::string> left_out;
};

/// The axes with their defaults filled in.
/// @param gpus  how many this machine has
Axes with_defaults(const Subject& subject, Axes axes, int gpus);

/// Placements that differ in nothing else run one after another: the machine
/// is then most probably in the same state for all of them. `cpu` uses no GPU,
/// so it is one cell for all values of that axis.
/// @throws UsageError  a value that no cell can have, named with its option; or
///                     one of the blocks or ranks that fits no problem
Matrix make_matrix(const Subject& subject, const Axes& axes);

}  // namespace tasuki::drivers::compare
