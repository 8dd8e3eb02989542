// The options of `tasuki wilson`.
#include "drivers/common/options.hpp"
#include "drivers/lattice/hopping_options.hpp"
#include "drivers/wilson/options.hpp"

namespace tasuki::drivers {

namespace {

void add_problem(CLI::App& command, WilsonOptions& o) {
    add_gauge_options(command, o);
    add_block_options(command, o,
                      "along T, two for each GPU if they are not too thin, "
                      "else one; without GPUs two on one rank, one on each of "
                      "several");
    add_hopping_options(command, o.kappa, o.bc_t);
    add_option(command, "--source", o.source,
               "source: random:SEED, or point:X,Y,Z,T,SPIN,COLOUR with SPIN 0 "
               "to 3 in the basis where gamma_T is diag(1, 1, -1, -1)");
    add_option(command, "--precision", o.precision, Words{"double", "single"},
               "precision of fields and arithmetic");
    add_option(command, "--reconstruct", o.reconstruct, Numbers{18, 12, 8},
               "reals stored per link: 18, 12 (two rows) or 8");
}

void add_machine(CLI::App& command, WilsonOptions& o) {
    add_block_placement(command, o);
    add_machine_options(command, o);
}

void add_measurement(CLI::App& command, WilsonOptions& o) {
    add_option(command, "--apply", o.apply, Range{1, 10000},
               "number of applications of D whose norms are printed");
    add_option(command, "--iterations", o.iterations, Range{1, 1000000},
               "number of applications in each timed repetition (default: "
               "about 0.1 s of them)");
    add_option(command, "--repetitions", o.repetitions, Range{1, 1000},
               "number of timed repetitions; their median is printed");
    add_result_options(command, o, "some applications after the timed ones");
}

}  // namespace

void add_wilson_options(CLI::App& command, WilsonOptions& o) {
    add_problem(command, o);
    add_machine(command, o);
    add_measurement(command, o);
}

}  // namespace tasuki::drivers
