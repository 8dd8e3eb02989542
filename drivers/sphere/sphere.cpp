// `tasuki sphere`: the barotropic vorticity equation on a rotating sphere.
#include "drivers/sphere/run.hpp"
#include "drivers/workload.hpp"

namespace tasuki::drivers {

void add_sphere(CLI::App& app) {
    add_experiment<PlannedExperiment<SphereOptions, SpherePlan, SphereResult>>(
        app, "sphere", add_sphere_options);
}

}  // namespace tasuki::drivers
