// How many CPUs and GPUs of those that are here a run may have.
#pragma once

#include "runtime/context.hpp"

namespace tasuki::runtime {

struct Resources {
    int cpus;  ///< logical CPUs
    int gpus;
};

/// What a Context with these options would compute with; starts nothing.
/// @throws UnavailableError  more CPUs or GPUs asked than there are; no CPU
///                           asked where no GPU is
/// @throws UsageError        neither asked
Resources find_resources(const ContextOptions& options);

}  // namespace tasuki::runtime
