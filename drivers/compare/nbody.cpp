// N bodies: interactions per second over their number.
#include "drivers/compare/subject.hpp"

namespace tasuki::drivers::compare {

const Subject& nbody_subject() {
    static const Subject subject{
        .command = "nbody",
        .title = "N bodies under their own gravity",
        .input = "Plummer model, seed 1; a repetition is 4 steps",
        .axes = {{.name = "n",
                  .option = "--n",
                  .argument = "--n",
                  .help = "numbers of bodies",
                  .defaults = {"1024..8192", "16384..131072"},
                  .least = 2,
                  .most = 1 << 24,
                  .after = " bodies"},
                 {.name = "precision",
                  .option = "--precisions",
                  .argument = "--precision",
                  .help = "precisions: double, mixed, single",
                  .defaults = {"single,double", "single,double"},
                  .words = {"double", "mixed", "single"}}},
        .x_label = "bodies",
        .speed = "ginteractions_per_second",
        .unit = "10^9 interactions/s",
        .speed_path = "/interactions_per_second",
        .speed_scale = 1e-9,
        .columns = {{"cpu_fraction", "/cpu_fraction", "CPU share", "{:.2f}"},
                    {"energy_error", "/energy_error", "dE/|E|", "{:.1e}", true},
                    {"tflops_22", "/tflops_22", "TFLOP/s", "{:.3g}"},
                    {"peak_percent", "/peak_percent", "% of peak", "{:.1f}"}},
        .columns_note =
            "CPU share: fraction of the bodies that the CPU accelerates; "
            "TFLOP/s at 22 flop per interaction; % of peak: of the "
            "multiply-adds measured in the same run.",
        .simulated_note =
            "CPU share: fraction of the bodies that the CPU accelerates; "
            "TFLOP/s at 22 flop per interaction; % of peak: of the "
            "multiply-adds in the file of the machine.",
        .outputs = Outputs{.what = "a snapshot and a picture every 4 steps",
                           .options = {"--pictures"}},
        .steps = 4};
    return subject;
}

}  // namespace tasuki::drivers::compare
