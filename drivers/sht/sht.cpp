// `tasuki sht`: spherical harmonic transforms.
#include "drivers/experiment/planned.hpp"
#include "drivers/sht/run.hpp"

namespace tasuki::drivers {

void add_sht(CLI::App& app) {
    add_experiment<PlannedExperiment<ShtOptions, ShtPlan, ShtResult>>(
        app, "sht", add_sht_options);
}

}  // namespace tasuki::drivers
