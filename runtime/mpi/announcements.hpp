// What ranks that receive tell those that send: where a window is.  For
// runtime/mpi/ alone.
#pragma once

#include <mpi.h>

#include <deque>
#include <vector>

#include "runtime/mpi/mpi_ranks.hpp"

namespace tasuki::runtime::detail {

/// Over one communicator, of which no other message has this number.
template <class Place>
class Announcements {
  public:
    static constexpr int kNumber = 0;  ///< MPI's tag

    /// Returns at once.
    void tell(const Place& place, int to, MPI_Comm ranks) {
        const Place& kept = places_.emplace_back(place);
        check_mpi(MPI_Isend(&kept, sizeof kept, MPI_BYTE, to, kNumber, ranks,
                            &telling_.emplace_back()),
                  "MPI_Isend");
    }
    /// Calls use(place, from) for each that has come.
    template <class Use>
    static void hear(MPI_Comm ranks, const Use& use) {
        for (;;) {
            int has = 0;
            MPI_Status status;
            check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, kNumber, ranks, &has, &status),
                      "MPI_Iprobe");
            if (has == 0) return;
            Place place;
            check_mpi(
                MPI_Recv(&place, sizeof place, MPI_BYTE, status.MPI_SOURCE,
                         kNumber, ranks, MPI_STATUS_IGNORE),
                "MPI_Recv");
            use(place, status.MPI_SOURCE);
        }
    }
    /// Until all have left.
    void wait() {
        MPI_Waitall(static_cast<int>(telling_.size()), telling_.data(),
                    MPI_STATUSES_IGNORE);
    }

  private:
    std::deque<Place> places_;
    std::vector<MPI_Request> telling_;
};

}  // namespace tasuki::runtime::detail
