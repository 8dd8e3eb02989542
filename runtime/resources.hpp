// The CPUs and GPUs of this machine that a run may use.
#pragma once

#include <vector>

#include "runtime/context.hpp"

namespace tasuki::runtime {

struct Resources {
    int cpus;               ///< logical CPUs
    std::vector<int> gpus;  ///< numbers of the devices
};

/// The CPUs and GPUs that a Context with these options would use on this rank;
/// starts nothing but MPI, under a launcher.  Ranks of one machine get
/// different GPUs as long as there are any.
/// @throws UnavailableError  more CPUs or GPUs requested than there are; no CPU
///                           requested without a GPU
/// @throws UsageError        neither requested
Resources find_resources(const ContextOptions& options);

}  // namespace tasuki::runtime
