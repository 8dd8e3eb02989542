// What the sweeps of `tasuki gauge generate` begin with.
#pragma once

#include "drivers/gauge/generate_report.hpp"

namespace tasuki::drivers {

/// Of the lattice of a run without --resume, which is not made yet.
/// @throws UsageError  options that such a run needs are missing or wrong
lattice::Extents planned_extents(const GenerateOptions& options);

/// Makes the links, or reads the checkpoint of --resume; refuses all that can
/// be refused before the work begins.
/// @throws UsageError  also where an option is not what that file says
/// @throws InputError
io::QuenchedState make_plan(const GenerateOptions& options);

/// On what the sweeps of a run compute.
struct GenerateWorkers {
    runtime::Where where = runtime::Where::cpu;
    int cpu_workers = 1;      ///< that share the CPUs
    std::vector<int> gpus{};  ///< devices
    int slabs = 1;
};

/// @throws UnavailableError  no such worker is here
/// @throws UsageError        no worker at all, or slabs that do not divide T
GenerateWorkers choose_workers(const GenerateOptions& options,
                               const lattice::Extents& extents);

/// Of the file that is written at the end.
io::WriteOptions write_options(const GenerateOptions& options,
                               const io::QuenchedState& state);

}  // namespace tasuki::drivers
