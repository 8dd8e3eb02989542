// With what a run computes: options that drivers have in common.
#pragma once

#include <string>
#include <vector>

#include "drivers/common/cli_fwd.hpp"
#include "graphs/share.hpp"
#include "io/rank_agreement.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::drivers {

struct MachineOptions {
    std::string policy;   ///< empty: the default
    int cpus = -1;        ///< logical ones; -1 for all
    int cpu_workers = 1;  ///< that share them
    int gpus = -1;        ///< -1 for all
    bool calibrate = false;
    std::string capture = "auto";   ///< "on", "off"
    std::string exchange = "auto";  ///< of exchange_names()
};

/// Adds --json.
void add_json_option(CLI::App& command, std::string& json);
/// Adds --cpus and --gpus.
void add_device_options(CLI::App& command, int& cpus, int& gpus);
/// Adds --sched, --cpus, --cpu-workers, --gpus, --calibrate, --capture and
/// --exchange.
void add_machine_options(CLI::App& command, MachineOptions& options);

/// What they ask of StarPU.
/// @param cpu_only  the placement gives no work to a GPU
/// @param recorder  null for none
runtime::ContextOptions machine(const MachineOptions& options, bool cpu_only,
                                runtime::Recorder* recorder);
inline runtime::ContextOptions machine(const MachineOptions& options,
                                       graphs::Share share,
                                       runtime::Recorder* recorder) {
    return machine(options, share.name() == graphs::Share::Name::cpu, recorder);
}

/// Whether `--sched help` was given: the first rank then prints the policies.
bool printed_policies(const std::vector<io::Setting>& settings,
                      const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
