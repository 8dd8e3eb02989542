// `tasuki sht`: spherical harmonic transforms.
#include <nlohmann/json.hpp>

#include "drivers/sht/report.hpp"

namespace tasuki::drivers {

void add_sht(CLI::App& app) {
    add_experiment<PlannedExperiment<ShtOptions, ShtPlan, ShtResult>>(
        app, "sht", add_sht_options);
}

}  // namespace tasuki::drivers
