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
            "--exchange {}: a simulation is of one rank", o.exchange));
}

void check_one_rank(const std::string& ranks) {
    if (ranks.find_first_not_of("1x") != std::string::npos ||
        ranks.find("11") != std::string::npos)
        throw UnavailableError(fmt::format(
            "--ranks {}: a simulation is of one rank, 1x1x1x1, on one node of "
            "the machine",
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
