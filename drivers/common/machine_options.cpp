#include "drivers/common/machine_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivers/common/options.hpp"
#include "drivers/common/stalls.hpp"
#include "io/atomic_file.hpp"
#include "io/print.hpp"
#include "runtime/mpi/ranks.hpp"
#include "runtime/policy/policies.hpp"

namespace tasuki::drivers {

void add_json_option(CLI::App& command, std::string& json) {
    add_option(command, "--json", json,
               "file for the result as JSON; - writes it to stdout instead of "
               "the table")
        .value_name("FILE|-")
        .writes_or_prints();
}

void add_device_options(CLI::App& command, int& cpus, int& gpus) {
    add_option(
        command, "--cpus", cpus, Range{0, 4096},
        "number of logical CPUs to compute with (default: all that affinity, "
        "OMP_NUM_THREADS and control groups leave)");
    add_option(command, "--gpus", gpus, Range{0, 64},
               "number of GPUs to compute with (default: all)");
}

void add_machine_options(CLI::App& command, MachineOptions& o) {
    add_option(command, "--sched", o.policy,
               "scheduling policy of StarPU (default: feedback with GPUs, else "
               "lws); help lists all");
    add_device_options(command, o.cpus, o.gpus);
    add_option(command, "--cpu-workers", o.cpu_workers, Range{1, 128},
               "number of StarPU workers that share these CPUs");
    add_flag(command, "--calibrate", o.calibrate,
             "measure the task times of StarPU's models again");
    add_option(command, "--capture", o.capture, Words{"auto", "on", "off"},
               "run graphs of tasks as lists, with one task or one graph "
               "of a GPU for several; auto: unless the policy measures tasks");
    add_option(command, "--exchange", o.exchange, runtime::exchange_names(),
               "how arrays go between ranks of a machine: kernels write to "
               "memory of the other GPU (stores), copied from GPU to GPU "
               "(copy), through memory of the host that both map (host), or as "
               "between machines, through pinned memory that a thread sends by "
               "MPI (network); auto: for each two ranks the first of these "
               "that is possible");
}

runtime::ContextOptions machine(const MachineOptions& o, bool cpu_only,
                                runtime::Recorder* recorder) {
    // GPU workers poll: without work for them, their CPUs are the CPU's.
    return {.cpus = o.cpus,
            .cpu_workers = o.cpu_workers,
            .gpus = cpu_only && o.gpus < 0 ? 0 : o.gpus,
            .policy = o.policy,
            .calibrate = o.calibrate,
            .recorder = recorder,
            .ranks = &runtime::mpi_ranks(),
            .capture = runtime::parse_capture(o.capture),
            .exchange = runtime::parse_exchange(o.exchange),
            .stalls = stalls()};
}

bool printed_policies(const std::vector<io::Setting>& settings,
                      const runtime::Ranks& ranks) {
    const auto asks = [](const io::Setting& setting) {
        return setting.option == "--sched" && setting.value == "help";
    };
    if (std::ranges::none_of(settings, asks)) return false;
    if (!ranks.is_first()) return true;
    for (const runtime::Policy& p : runtime::policies())
        io::print("{:<28} {}\n", p.name, p.description);
    io::flush_stdout();
    return true;
}

}  // namespace tasuki::drivers
