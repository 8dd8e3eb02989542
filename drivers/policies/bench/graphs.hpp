// The task graphs on which policies are compared, by the words of --graphs.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/subject.hpp"

namespace tasuki::drivers::policies {

struct Graph {
    std::string text;                 ///< "nbody:32768", "wilson:16x16x16x32@2"
    const compare::Subject* subject;  ///< never null
    std::vector<std::string> problem;  ///< a value for each of its axes
    /// Static placements to try; empty: those of its kernels, which
    /// `tasuki tasks` has.
    std::string placements;
    /// The command divides its work between CPUs and GPUs itself.
    bool is_shared = false;
    int ranks = 1;

    /// Of `tasuki tasks`, which gives the time of each iteration.
    bool is_of_tasks() const { return placements.empty(); }
};

/// "wilson,solve,...": all.
std::string default_graphs();

/// @param text  NAME, NAME:SIZE, NAME@RANKS or NAME:SIZE@RANKS, separated by
///              commas
/// @throws UsageError  one is no graph, or is there twice
std::vector<Graph> parse_graphs(const std::string& text);

/// A program with its arguments, which has the options of
/// program/options.hpp.
/// @param line  "heat --blocks 6", words between blanks
/// @param gpus  of this machine
/// @throws UsageError, UnavailableError  it is empty, or there is no such
/// program
Graph program_graph(const std::string& line, int gpus);

}  // namespace tasuki::drivers::policies
