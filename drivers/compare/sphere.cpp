// A flow on the sphere: time steps per second over the truncation.
#include "drivers/compare/subject.hpp"

namespace tasuki::drivers::compare {

const Subject& sphere_subject() {
    static const Subject subject{
        .command = "sphere",
        .title = "A flow on the sphere",
        .input = "Rossby-Haurwitz wave; a repetition is 8 steps",
        .axes = {{.name = "truncation",
                  .option = "--truncations",
                  .argument = "--truncation",
                  .help = "triangular truncations",
                  .defaults = {"42,85,170", "85,170,341,682"},
                  .least = 2,
                  .most = 32767,
                  .before = "T",
                  .tag = "T"}},
        .x_label = "truncation M",
        .speed = "steps_per_second",
        .unit = "steps/s",
        .columns = {{"cfl", "/cfl", "CFL", "{:.2f}"},
                    {"cpu_fraction", "/cpu_fraction", "CPU share", "{:.2f}"}},
        .columns_note =
            "CPU share: fraction of the latitudes that the CPU "
            "computes.",
        .outputs = Outputs{.what = "a snapshot and a map every 8 steps",
                           .options = {"--pictures"}},
        .steps = 8};
    return subject;
}

}  // namespace tasuki::drivers::compare
