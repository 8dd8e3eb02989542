// What `tasuki solve` is asked to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codelets/lattice/spinor_field.hpp"
#include "drivers/experiment/experiment.hpp"
#include "drivers/lattice/block_options.hpp"
#include "drivers/lattice/gauge_input.hpp"
#include "graphs/solver/wilson_solver.hpp"

namespace tasuki::drivers {

struct SolveOptions : ExperimentOptions, GaugeInput, BlockInput {
    double kappa = 0.124;  ///< hopping parameter
    double csw = 0;        ///< coefficient of the clover term
    double mu = 0;         ///< twisted mass [lattice units]
    std::string bc_t = "antiperiodic";
    std::string source = "point:0,0,0,0";
    double tolerance = 1e-10;
    std::string solver = "cg";
    int max_iterations = 10000;
    int repetitions = 1;     ///< solutions of each source, for their times
    std::optional<int> rhs;  ///< sources at once
    std::string precision = "double";  ///< or "mixed"
    std::optional<std::string> inner;  ///< of mixed: "single" (default), "half"
    std::string checkpoint;            ///< file; empty: none
    double checkpoint_every = 60;      ///< [s]
    std::string out;                   ///< file for the propagator; empty: none
    std::optional<int> outputs_beside;  ///< 1 (default) or 0: beside the solver
    /// Records of a SciDAC file: "pairs" (default) or "scalar".
    std::optional<std::string> prop_format;
    std::string correlator_axis = "t";
    std::string svg;  ///< file for a picture of it; empty: none
};

/// All of `tasuki solve`.
void add_solve_options(CLI::App& command, SolveOptions& options);

/// "kappa 0.13", and what there is of ", csw 1, mu 0.01".
std::string action_name(const SolveOptions& options);

/// Of the operator, placed so.
graphs::solver::EvenOddOptions even_odd_options(
    const SolveOptions& options, const graphs::wilson::Placement& placement);

/// What --precision and --inner ask for.
graphs::solver::Inner inner_of(const SolveOptions& options);

/// "double" or "mixed with half".
std::string precision_name(const SolveOptions& options);

/// The sources that --source names.
struct Sources {
    enum class Kind { point, wall, random };
    Kind kind;
    lattice::Coordinates at{};  ///< of a point; of a wall T only
    std::uint64_t seed = 0;     ///< of random numbers

    /// All spins and colours, or the random source.
    int count() const { return kind == Kind::random ? 1 : 12; }
    /// "spin0_colour0" of source `k`, or "random".
    std::string name(int k) const;
    /// Source `k` in this part of the lattice: 1 in its component at the point
    /// or on the time slice, or lattice::random_source().
    lattice::SpinorField make(int k, const lattice::Region& region) const;
    /// The same, of a point or a wall; nothing of random numbers.
    std::optional<lattice::UnitField> unit(int k,
                                           const lattice::Extents& whole) const;
};

/// @throws UsageError  the text is no source
Sources parse_sources(const std::string& text);

struct SolvePlan {
    lattice::Extents extents{};
    Sources sources{};
    int axis = 3;  ///< of the correlator
    BlockInput cut{};
    int columns = 1;  ///< sources at once
};

/// @throws UsageError  a number or a text that is wrong by itself
void check_options(const SolveOptions& options);

/// Asks which GPUs a run has and how large its lattice is; every rank calls.
/// @throws UsageError, InputError
SolvePlan make_plan(const SolveOptions& options, const runtime::Ranks& ranks);

/// By default a block for each GPU of a rank, along T: what GPUs exchange costs
/// an iteration more than it can hide.
/// @throws UsageError  blocks that do not cut the lattice, or that the ranks do
///                     not
graphs::wilson::Decomposition make_decomposition(const SolvePlan& plan,
                                                 const runtime::Ranks& ranks);

/// @throws UnavailableError  the placement needs a worker that is not here
MemoryNeed memory_of(const SolveOptions& options, const SolvePlan& plan,
                     const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
