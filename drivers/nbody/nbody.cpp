// `tasuki nbody`: a system of bodies under its own gravity.
#include "drivers/experiment/planned.hpp"
#include "drivers/nbody/run.hpp"

namespace tasuki::drivers {

void add_nbody(CLI::App& app) {
    add_experiment<PlannedExperiment<NbodyOptions, NbodyPlan, NbodyResult>>(
        app, "nbody", add_nbody_options);
}

}  // namespace tasuki::drivers
