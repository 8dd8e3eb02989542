// `tasuki sht`: spherical harmonic transforms.
#include "drivers/sht/run.hpp"
#include "drivers/workload.hpp"

namespace tasuki::drivers {

void add_sht(CLI::App& app) {
    add_experiment<PlannedExperiment<ShtOptions, ShtPlan, ShtResult>>(
        app, "sht", add_sht_options);
}

}  // namespace tasuki::drivers
