#include "drivers/simulate/simulation.hpp"

#include <fmt/format.h>

#include "runtime/core/error.hpp"

namespace tasuki::drivers {

using runtime::UnavailableError;

void check_simulation(const ExperimentOptions& o) {
    if (o.calibrate)
        throw UnavailableError(
            "--calibrate: the times of tasks in a simulation are those of "
            "--machine");
    if (o.exchange != "auto")
        throw UnavailableError(fmt::format(
            "--exchange {}: a simulation has each rank on a node of its own",
            o.exchange));
}

void check_not_recorded(const ExperimentOptions& o, int ranks) {
    if (ranks > 1 && o.trace.wanted())
        throw UnavailableError(
            fmt::format("--trace: a simulation of one rank records a trace, "
                        "one of {} ranks "
                        "does not",
                        ranks));
}

void check_not_written(const char* option, const std::string& value,
                       const char* what) {
    if (!value.empty())
        throw UnavailableError(
            fmt::format("{} {}: a simulation executes no kernel, and has no {} "
                        "to write",
                        option, value, what));
}

}  // namespace tasuki::drivers
