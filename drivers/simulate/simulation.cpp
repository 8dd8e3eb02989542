#include "drivers/simulate/simulation.hpp"

#include <fmt/format.h>

#include "drivers/common/options.hpp"
#include "io/interrupt.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

using runtime::UnavailableError;

void check_simulation(const ExperimentOptions& o) {
    if (o.calibrate)
        throw UnavailableError(
            "--calibrate: the times of tasks in a simulation are those of "
            "--machine");
    if (o.exchange != "auto" && o.exchange != "network")
        throw UnavailableError(fmt::format(
            "--exchange {}: a simulation has one way between ranks, messages "
            "from host memory: expected auto or network",
            o.exchange));
}

void let_first_rank_end() {
    const auto& ranks = runtime::mpi_ranks();
    ranks.barrier();
    if (ranks.several() && ranks.is_first()) io::handle_interrupts();
}

void add_ranks_per_node_option(CLI::App& command, int& count) {
    add_option(command, "--ranks-per-node", count, Range{1, 4096},
               "number of ranks on each node, which share its CPUs and GPUs");
}

runtime::RanksOnNodes ranks_of_run() {
    const auto& ranks = runtime::mpi_ranks();
    return {ranks.size(), ranks.local_size()};
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
