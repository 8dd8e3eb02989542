#include "drivers/common/machine_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "io/atomic_file.hpp"

namespace tasuki::drivers {

void add_json_option(CLI::App& command, std::string& json) {
    command
        .add_option("--json", json,
                    "file for the result as JSON; - writes it to stdout "
                    "instead of the table")
        ->type_name("FILE|-");
}

void add_device_options(CLI::App& command, int& cpus, int& gpus) {
    command
        .add_option("--cpus", cpus,
                    "number of logical CPUs to compute with (default: all)")
        ->check(CLI::Range(0, 4096));
    command
        .add_option("--gpus", gpus,
                    "number of GPUs to compute with (default: all)")
        ->check(CLI::Range(0, 64));
}

void add_machine_options(CLI::App& command, MachineOptions& o) {
    command.add_option("--sched", o.policy,
                       "scheduling policy of StarPU (default: feedback with "
                       "GPUs, else lws); help lists all");
    add_device_options(command, o.cpus, o.gpus);
    command
        .add_option("--cpu-workers", o.cpu_workers,
                    "number of StarPU workers that share these CPUs")
        ->check(CLI::Range(1, 128))
        ->capture_default_str();
    command.add_flag("--calibrate", o.calibrate,
                     "measure the task times of StarPU's models again");
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
