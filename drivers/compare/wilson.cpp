// The Wilson-Dirac operator: GFLOP/s over T, as the figures of the 2015 paper
// (IPSJ SIG-HPC 149-11).
#include <fmt/format.h>

#include "drivers/compare/lattice_cut.hpp"
#include "graphs/wilson/decomposition.hpp"
#include "graphs/wilson/placement.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

namespace {

using graphs::wilson::Decomposition;
using runtime::UsageError;

std::string read_lattice(const std::string& word, const std::string& option) {
    const auto whole = lattice::parse_extents(word, option);
    try {
        Decomposition{whole, {{1, 1, 1, 1}}};
    } catch (const UsageError& e) {
        throw UsageError(fmt::format("{} {}: {}", option, word, e.what()));
    }
    return lattice::to_string(whole);
}

}  // namespace

const Subject& wilson_subject() {
    static const Subject subject{
        .command = "wilson",
        .title = "The Wilson-Dirac operator",
        .input = "hot start of the gauge field, seed 1",
        .axes = {{.name = "lattice",
                  .option = "--lattices",
                  .argument = "--lattice",
                  .help = "lattices XxYxZxT [sites]",
                  .defaults = {"8x8x8x{16,32},16x16x16x{16,32}",
                               "16x16x16x{16..128},32x32x32x{16..64}"},
                  .read = read_lattice,
                  .columns = {"x", "y", "z", "t"}},
                 {.name = "precision",
                  .option = "--precisions",
                  .argument = "--precision",
                  .help = "precisions: double, single",
                  .defaults = {"single,double", "single,double"},
                  .words = {"double", "single"}},
                 {.name = "reconstruct",
                  .option = "--reconstruct",
                  .argument = "--reconstruct",
                  .help = "reals stored per link: 18, 12, 8",
                  .defaults = {"18", "18"},
                  .words = {"18", "12", "8"},
                  .after = " reals",
                  .usual = "18",
                  .tag = "r",
                  .title = "reals per link"}},
        .x_label = "T [sites]",
        .speed = "gflops",
        .unit = "GFLOP/s",
        .unit_note = " at 1488 flop per site",
        .speed_path = "/gflops",
        .columns = {{"gflops_1320", "/gflops_1320", "at 1320", "{:.2f}"},
                    {"relative_error", "/relative_error", "error", "{:.1e}",
                     true},
                    {"achieved_gbs", "/achieved_gbs", "GB/s", "{:.2f}"},
                    {"bandwidth_gbs", "/bandwidth_gbs", "", ""},
                    {"roofline_percent", "/roofline_percent", "% of bw",
                     "{:.1f}"}},
        .columns_note =
            "At 1320: GFLOP/s at 1320 flop per site; GB/s: least traffic over "
            "the median time; % of bw: of the bandwidth measured in the same "
            "run.",
        .simulated_note =
            "At 1320: GFLOP/s at 1320 flop per site; GB/s: least traffic over "
            "the median time; % of bw: of the bandwidth in the file of the "
            "machine.",
        .phases = {"pack", "matvec", "interior", "merge"},
        // The same links on every machine, and data that are not zero.
        .arguments = {"--gauge", "hot:1"},
        .placements = {"cpu", "gpu,host-t-minus,host-t,host-all,dynamic"},
        .placement_names = graphs::wilson::Placement::names(),
        .check_placement =
            [](const std::string& name) {
                (void)graphs::wilson::Placement::parse(name);
            },
        .blocks = {"1x1x1x1,1x1x1x2", kAutomatic},
        .why_not = why_not_cut};
    return subject;
}

}  // namespace tasuki::drivers::compare
