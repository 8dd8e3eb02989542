// A simulation is of one rank.
#include "runtime/mpi/communicator.hpp"
#include "runtime/mpi/ranks.hpp"

namespace tasuki::runtime {

const Ranks& mpi_ranks() {
    static const Ranks alone;
    return alone;
}

MPI_Comm communicator() noexcept {
    return MPI_COMM_SELF;
}

}  // namespace tasuki::runtime
