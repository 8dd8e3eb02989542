// `tasuki solve`: from a gauge configuration to a quark propagator and a pion
// correlator.
#include "codelets/linalg/course.hpp"
#include "drivers/common/options.hpp"
#include "drivers/lattice/hopping_options.hpp"
#include "drivers/solve/run.hpp"
#include "drivers/workload.hpp"

namespace tasuki::drivers {

namespace {

class Solve : public PlannedExperiment<SolveOptions, SolvePlan, SolveResult> {
  public:
    using PlannedExperiment::PlannedExperiment;

    trace::NameOfPart name_of_part() const override { return name_faces; }
};

void add_problem(CLI::App& command, SolveOptions& o) {
    add_gauge_options(command, o);
    add_block_options(command, o,
                      "along T, one for each GPU of each rank; without GPUs "
                      "one on each rank");
    add_hopping_options(command, o.kappa, o.bc_t);
    add_option(command, "--csw", o.csw,
               "coefficient csw of the clover term; 0: none");
    add_option(command, "--mu", o.mu,
               "twisted mass mu [lattice units]; 0: none");
    add_option(command, "--source", o.source,
               "sources: point:X,Y,Z,T or wall:T, each in all 12 spins and "
               "colours, or random:SEED, one field of normal deviates");
}

void add_method(CLI::App& command, SolveOptions& o) {
    add_option(command, "--solver", o.solver, Words{"cg", "bicgstab"},
               "method: cg on the normal equations, or bicgstab");
    add_option(command, "--precision", o.precision, Words{"double", "mixed"},
               "precision: double, or mixed: iterations in the precision of "
               "--inner, residual and solution in double");
    add_option(command, "--inner", o.inner, Words{"single", "half"},
               "precision of the iterations with --precision mixed: single, or "
               "half (16-bit fixed point); where half is not enough, the "
               "solver goes on in single, then in double (default: single)");
    add_option(command, "--tolerance", o.tolerance, Positive{},
               "residual |b - M x| / |b| to reach");
    add_option(command, "--max-iterations", o.max_iterations,
               Range{1, 100000000},
               "number of iterations for a source, at most");
    add_option(command, "--rhs", o.rhs, Range{1, linalg::kMostColumns},
               "number of sources to solve for at once; an iteration reads the "
               "links once for all of them (default: 12 on GPUs, 4 on CPUs, or "
               "fewer where memory is short)");
    add_option(command, "--repetitions", o.repetitions, Range{1, 1000},
               "solutions of each source, for the median of their times");
}

}  // namespace

void add_solve_options(CLI::App& command, SolveOptions& o) {
    add_problem(command, o);
    add_method(command, o);
    add_block_placement(command, o);
    add_machine_options(command, o);
    add_option(command, "--checkpoint", o.checkpoint,
               "file for the solutions so far and the state of the next one, "
               "replaced each time: the same command goes on from it; written "
               "also on SIGUSR1, and before SIGTERM or Ctrl-C ends the run")
        .reads()
        .continues("--checkpoint");
    add_option(command, "--checkpoint-every", o.checkpoint_every, Positive{},
               "time between checkpoints within a source [s]; after each "
               "source there is one")
        .needs("--checkpoint");
    add_option(command, "--out", o.out,
               "file for the propagator: USQCD's SciDAC format (LIME) if its "
               "name ends with .lime or .scidac, else HDF5")
        .writes();
    add_option(command, "--outputs-beside", o.outputs_beside, Range{0, 1},
               "solutions that are written to the HDF5 file of --out beside "
               "the solver; 0: it waits for each (default: 1)")
        .needs("--out");
    add_option(command, "--prop-format", o.prop_format,
               Words{"pairs", "scalar"},
               "records of a SciDAC file: pairs, a source before each solution "
               "(Chroma), or scalar, one source without spin and colour before "
               "twelve solutions (MILC) (default: pairs)")
        .needs("--out");
    add_option(command, "--correlator-axis", o.correlator_axis, Words{"t", "z"},
               "axis of the pion correlator");
    add_option(command, "--svg", o.svg,
               "file for a picture of the correlator and the effective mass")
        .writes();
    add_result_options(command, o, "some iterations after the solutions");
}

void add_solve(CLI::App& app) {
    add_experiment<Solve>(app, "solve", add_solve_options);
}

}  // namespace tasuki::drivers
