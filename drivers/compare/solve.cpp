// The solver: GFLOP/s of its iterations over T, and the time of a solution.
#include <fmt/format.h>

#include "codelets/lattice/extents.hpp"
#include "drivers/compare/lattice_cut.hpp"
#include "graphs/wilson/placement.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

namespace {

using runtime::UsageError;

std::string read_even_lattice(const std::string& word,
                              const std::string& option) {
    const auto extents = lattice::parse_extents(word, option);
    for (const int extent : extents.n)
        if (extent % 2 != 0)
            throw UsageError(
                fmt::format("{} {}: expected even extents, found {}", option,
                            word, extent));
    return lattice::to_string(extents);
}

}  // namespace

const Subject& solve_subject() {
    static const Subject subject{
        .command = "solve",
        .title = "The solver of the Wilson-Dirac equation",
        .input =
            "hot start of the gauge field, seed 1, kappa 0.15; random:1 is one "
            "source, wall:0 twelve; to 1e-10",
        .axes = {{.name = "lattice",
                  .option = "--lattices",
                  .argument = "--lattice",
                  .help = "lattices XxYxZxT [sites], all even",
                  .defaults = {"8x8x8x{8,16}",
                               "16x16x16x{16..64},32x32x32x{32,64}"},
                  .read = read_even_lattice,
                  .columns = {"x", "y", "z", "t"}},
                 {.name = "precision",
                  .option = "--precisions",
                  .argument = "--precision",
                  .help = "precisions: double, mixed",
                  .defaults = {"double,mixed", "double,mixed"},
                  .words = {"double", "mixed"}},
                 {.name = "solver",
                  .option = "--solvers",
                  .argument = "--solver",
                  .help = "methods: cg, bicgstab",
                  .defaults = {"cg", "cg"},
                  .words = {"cg", "bicgstab"},
                  .usual = "cg",
                  .title = "method"},
                 {.name = "source",
                  .option = "--sources",
                  .argument = "--source",
                  .help = "sources: random:1, one field, or wall:0, twelve",
                  .defaults = {"random:1", "random:1"},
                  .words = {"random:1", "wall:0"},
                  .usual = "random:1",
                  .with_outputs = "wall:0"}},
        .x_label = "T [sites]",
        .speed = "gflops",
        .unit = "GFLOP/s",
        .unit_note = " of the iterations, at 1320 flop per site and hopping",
        .speed_path = "/gflops",
        .columns = {{"true_residual", "/true_residual", "residual", "{:.1e}",
                     true},
                    {"iterations", "/iterations", "iterations", "{:.0f}"},
                    {"solution_seconds", "/solution_seconds", "s to solve",
                     "{:.3g}"}},
        .columns_note =
            "Iterations: of all repetitions together; s to solve: median time "
            "of a solution, with its source on the way to the workers and the "
            "check.",
        .simulated_note =
            "Every solution takes 100 iterations, the default of tasuki "
            "simulate solve: the machine has no residual that would end them.",
        .outputs = Outputs{.what = "the propagator, once",
                           .file = "propagator.h5",
                           .once = true},
        .arguments = {"--gauge", "hot:1", "--kappa", "0.15"},
        .placements = {"cpu", "gpu,cpu,dynamic"},
        .placement_names = graphs::wilson::Placement::names(),
        .check_placement =
            [](const std::string& name) {
                (void)graphs::wilson::Placement::parse(name);
            },
        .blocks = {kAutomatic, kAutomatic},
        .why_not = why_not_cut};
    return subject;
}

}  // namespace tasuki::drivers::compare
