// How arrays get from a rank to the others of its machine.  For runtime/mpi/
// alone.
#pragma once

#include <mpi.h>

#include <vector>

#include "runtime/core/ranks.hpp"

namespace tasuki::runtime::detail {

class Transfers;

/// Each rank says its own on the log.
/// @param machine    its ranks, all of which call when StarPU has started
/// @param transfers  null: messages are those of MPI
std::vector<Route> find_routes(MPI_Comm machine, const Ranks& ranks,
                               const Transfers* transfers);

}  // namespace tasuki::runtime::detail
