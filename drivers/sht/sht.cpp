// `tasuki sht`: spherical harmonic transforms.
#include "drivers/common/options.hpp"
#include "drivers/sht/run.hpp"
#include "drivers/sht/stream.hpp"
#include "drivers/workload.hpp"

namespace tasuki::drivers {

void add_sht(CLI::App& app) {
    CLI::App& command = add_command(app, "sht");
    const auto options = std::make_shared<StreamOptions>();
    add_sht_options(command, *options);
    add_stream_options(command, *options);
    set_action(command, [&command, options] {
        const auto run = [&](auto workload) {
            run_experiment(command, *options, workload);
        };
        if (options->stream)
            run(PlannedExperiment<StreamOptions, StreamPlan, StreamResult>{
                *options});
        else
            run(PlannedExperiment<ShtOptions, ShtPlan, ShtResult>{*options});
    });
}

}  // namespace tasuki::drivers
