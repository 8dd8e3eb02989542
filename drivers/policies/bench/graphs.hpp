// The task graphs on which policies are compared, by the words of --graphs.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/subject.hpp"

namespace tasuki::drivers::policies {

struct Graph {
    std::string text;                  ///< "nbody:32768"
    const compare::Subject* subject;   ///< never null
    std::vector<std::string> problem;  ///< a value for each of its axes
    /// Static placements to try; empty: those of its kernels, which
    /// `tasuki simulate tasks` has.
    std::string placements;

    /// Of `tasuki simulate tasks`, without a command that computes.
    bool is_only_simulated() const { return placements.empty(); }
};

/// "wilson,solve,...": all graphs, or those with a command that computes.
std::string default_graphs(bool simulated);

/// @param text  NAME or NAME:SIZE, separated by commas
/// @throws UsageError  one is no graph, or is there twice
std::vector<Graph> parse_graphs(const std::string& text);

}  // namespace tasuki::drivers::policies
