// What `tasuki wilson` is asked to do, and the inputs it reads for that.
#pragma once

#include <string>

#include "codelets/lattice/spinor_field.hpp"
#include "drivers/experiment/experiment.hpp"
#include "drivers/lattice/block_options.hpp"
#include "drivers/lattice/gauge_input.hpp"
#include "graphs/wilson/operator.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::drivers {

struct WilsonOptions : ExperimentOptions, GaugeInput, BlockInput {
    double kappa = 0.124;  ///< hopping parameter
    std::string bc_t = "antiperiodic";
    std::string source = "random:1";
    std::string precision = "double";
    int reconstruct = 18;  ///< reals stored per link
    int apply = 1;         ///< applications whose norms are reported
    int iterations = 0;    ///< applications per repetition; 0 = auto
    int repetitions = 7;
};

struct WilsonPlan : WilsonOptions {
    lattice::Extents extents;  ///< of the lattice
};

/// Adds all options of the command.
void add_wilson_options(CLI::App& command, WilsonOptions& options);

/// Spinor fields of a run: the source, and two that D is applied to in turn.
inline constexpr int kWilsonFields = 3;

/// Reads or makes the gauge field where this rank needs it: its blocks and the
/// sites around them, of which the check against the reference takes links and
/// spinors.  With fewer than 18 reals per link, the matrices are those that the
/// kernels compute.  Every rank calls.
/// @throws UsageError, InputError
lattice::GaugeField read_gauge_field(const WilsonPlan& plan,
                                     const runtime::Ranks& ranks);

/// Whether read_gauge_field() gives a field without memory: random links are
/// made on each device anew, but for those of 8 reals, which lose digits.
bool has_computed_links(const WilsonOptions& options);

/// Makes the source that --source names, in this part of the lattice.
/// @throws UsageError  the text is no source, or outside of the lattice
lattice::SpinorField make_source(const WilsonOptions& options,
                                 const lattice::Region& region);

/// Blocks along T that a rank cuts its part into: two for each of its GPUs, so
/// that one computes while the faces of the other are on their way, or one for
/// each; without GPUs two if it is alone, so that a first run shows every
/// phase. Fewer where `t_sites` cannot be cut so into blocks of even extent.
int default_t_blocks(int t_sites, int gpus, bool alone);

/// Becomes tasuki-wilson-forms if this program lacks the kernels of a
/// precision: a first use compiles those of the default alone.
/// @throws UnavailableError  that program is not built
void find_program(const WilsonOptions& options);

/// @throws UsageError  a number that is not finite
void check_options(const WilsonOptions& options);

/// Asks which GPUs a run has and how large its lattice is; every rank calls.
/// @return  the options with `gpus_each`
/// @throws UsageError, InputError
WilsonPlan make_plan(const WilsonOptions& options, const runtime::Ranks& ranks);

/// @throws UsageError  also where --ranks is not the number of ranks
graphs::wilson::Decomposition make_decomposition(
    const WilsonOptions& options, const lattice::Extents& extents,
    const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
