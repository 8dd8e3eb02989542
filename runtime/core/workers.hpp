// The workers of a Context, and the CPUs of each.
#pragma once

#include <vector>

#include "runtime/core/context.hpp"

namespace tasuki::runtime {

/// Deals the CPUs that no GPU worker polls on to the CPU workers.
/// @param cpus, gpus  to compute with
/// @param messages    whether a thread moves messages
/// @throws UnavailableError  fewer CPUs than workers
void assign_teams(Session& session, int cpus, int gpus, bool messages);

/// After assign_teams().  Notes which worker of a GPU takes urgent tasks.
std::vector<Worker> list_workers(Session& session);

}  // namespace tasuki::runtime
