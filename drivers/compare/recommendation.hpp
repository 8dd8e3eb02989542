// What the figures of a machine say to somebody who wants to use it.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/cell_result.hpp"

namespace tasuki::drivers::compare {

/// What a user can choose.
struct Choice {
    std::string placement, policy;
    std::string blocks;  ///< empty: the subject has none

    auto operator<=>(const Choice&) const = default;
};

struct Recommendation {
    Choice choice;
    std::vector<std::string> sentences;  ///< the first says what to use
};

/// The choice whose speed, over the fastest of the same problem, has the
/// greatest geometric mean over all problems (values of the axes, ranks, GPUs
/// and outputs); among those that ran in the most of them.  Then what another
/// placement, policy or other blocks would cost with the rest as chosen, what
/// the CPU is worth, how far `dynamic` is behind the best static placement,
/// what outputs cost, and how much of all that may be noise.
/// @param results  at least one
Recommendation recommend(const std::vector<CellResult>& results);

}  // namespace tasuki::drivers::compare
