// The placements of the same work, side by side.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "drivers/compare/cell_result.hpp"

namespace tasuki::drivers::compare {

/// Everything but placement and policy is the same; of each placement the
/// fastest policy.  `cpu`, which uses no GPU, stands beside those that do.
struct Comparison {
    Cell work;           ///< policy and placement are empty
    std::string blocks;  ///< as they ran; empty: the subject has none
    std::map<std::string, const CellResult*> fastest;  ///< by placement

    const CellResult* find(const std::string& placement) const;
    /// Of all placements but `dynamic`; null without one.
    const CellResult* best_static() const;
    /// Of all placements.
    const CellResult& best() const;
    /// Speed of a placement over that of `gpu`, less one [%].
    std::optional<double> gain_over_gpu(const std::string& placement) const;
    /// How far `dynamic` is behind the best static one [%]; below 0 if ahead.
    std::optional<double> dynamic_behind() const;
};

/// In the order of `results`, which must outlive them.
std::vector<Comparison> compare_placements(
    const std::vector<CellResult>& results);

/// Placements that some comparison has: those with a name in the order in which
/// `--help` has them, then split:F.
std::vector<std::string> placements_in(
    const std::vector<Comparison>& comparisons);

/// "16x16x16x32, double, 12 reals, 2 ranks x 1 GPU, blocks 1x1x1x2"; what is
/// usual (18 reals, one rank, no GPU) is left out.
std::string describe(const Comparison& comparison);

/// "2 ranks x 1 GPU"; empty for one rank without a GPU.
std::string describe_devices(int ranks, int gpus);

}  // namespace tasuki::drivers::compare
