// `tasuki nbody`: a system of bodies under its own gravity.
#include "drivers/nbody/run.hpp"
#include "drivers/workload.hpp"

namespace tasuki::drivers {

void add_nbody(CLI::App& app) {
    add_experiment<PlannedExperiment<NbodyOptions, NbodyPlan, NbodyResult>>(
        app, "nbody", add_nbody_options);
}

}  // namespace tasuki::drivers
