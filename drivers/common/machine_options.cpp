#include "drivers/common/machine_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "io/atomic_file.hpp"

namespace tasuki::drivers {

void add_machine_options(CLI::App& command, MachineOptions& o) {
    command.add_option("--sched", o.policy,
                       "StarPU scheduling policy (default feedback with GPUs, "
                       "lws without); help lists them");
    command
        .add_option("--cpus", o.cpus,
                    "logical CPUs to compute with (default: all)")
        ->check(CLI::Range(0, 4096));
    command
        .add_option("--cpu-workers", o.cpu_workers,
                    "StarPU workers that share those CPUs")
        ->check(CLI::Range(1, 128))
        ->capture_default_str();
    command.add_option("--gpus", o.gpus, "GPUs to compute with (default: all)")
        ->check(CLI::Range(0, 64));
    command.add_flag("--calibrate", o.calibrate,
                     "measure StarPU's performance models anew");
}

runtime::ContextOptions machine(const MachineOptions& o, graphs::Share share,
                                runtime::Recorder* recorder) {
    // GPU workers poll: without work for them, their CPUs are the CPU's.
    const bool cpu_only = share.name() == graphs::Share::Name::cpu;
    return {.cpus = o.cpus,
            .cpu_workers = o.cpu_workers,
            .gpus = cpu_only && o.gpus < 0 ? 0 : o.gpus,
            .policy = o.policy,
            .calibrate = o.calibrate,
            .recorder = recorder};
}

bool printed_policies(const CLI::App& command, const runtime::Ranks& ranks) {
    const CLI::Option* policy = command.get_option_no_throw("--sched");
    if (policy == nullptr || policy->count() == 0 ||
        policy->results().back() != "help")
        return false;
    if (!ranks.is_first()) return true;
    for (const runtime::Policy& p : runtime::policies())
        fmt::print("{:<28} {}\n", p.name, p.description);
    io::flush_stdout();
    return true;
}

}  // namespace tasuki::drivers
