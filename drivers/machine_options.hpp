// With what a run computes: options that drivers have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "graphs/share.hpp"
#include "runtime/context.hpp"

namespace tasuki::drivers {

/// Adds --sched, --cpus, --cpu-workers and --gpus.
/// @tparam Options  with members `policy`, `cpus`, `cpu_workers`, `gpus`
template <class Options>
void add_machine_options(CLI::App& command, Options& o) {
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
}

/// What they ask of StarPU.
/// @param recorder  null for none
template <class Options>
runtime::ContextOptions machine(const Options& o, graphs::Share share,
                                runtime::Recorder* recorder) {
    // GPU workers poll: without work for them, their CPUs are the CPU's.
    const bool cpu_only = share.name() == graphs::Share::Name::cpu;
    return {.cpus = o.cpus,
            .cpu_workers = o.cpu_workers,
            .gpus = cpu_only && o.gpus < 0 ? 0 : o.gpus,
            .policy = o.policy,
            .recorder = recorder};
}

/// Whether `--sched help` was asked for, which the first rank then prints.
bool printed_policies(const std::string& policy, const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
