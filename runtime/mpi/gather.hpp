// One value of each rank.  For runtime/mpi/ alone.
#pragma once

#include <mpi.h>

#include <vector>

#include "runtime/mpi/mpi_ranks.hpp"

namespace tasuki::runtime::detail {

/// In the order of their numbers in `all`, which all call.
/// @tparam T  can be copied byte by byte
template <class T>
std::vector<T> gather(const T& own, MPI_Comm all) {
    int size = 1;
    MPI_Comm_size(all, &size);
    std::vector<T> values(static_cast<std::size_t>(size));
    check_mpi(MPI_Allgather(&own, sizeof(T), MPI_BYTE, values.data(), sizeof(T),
                            MPI_BYTE, all),
              "MPI_Allgather");
    return values;
}

}  // namespace tasuki::runtime::detail
