// What ranks that receive tell those that send: where a window is.  For
// runtime/mpi/ alone.
#pragma once

#include <mpi.h>

#include <list>
#include <mutex>
#include <thread>
#include <utility>

#include "runtime/mpi/mpi_ranks.hpp"

namespace tasuki::runtime::detail {

/// Over one communicator, of which no other message has this number.  MPI may
/// keep a message back until somebody calls it again, so hear() has to be
/// called as long as it says so.  Any thread may call.
template <class Place>
class Announcements {
  public:
    static constexpr int kNumber = 0;  ///< MPI's tag

    /// Returns at once.
    void tell(const Place& place, int to, MPI_Comm ranks) {
        const std::lock_guard lock{mutex_};
        auto& [kept, request] = leaving_.emplace_back(place, MPI_REQUEST_NULL);
        check_mpi(MPI_Issend(&kept, sizeof kept, MPI_BYTE, to, kNumber, ranks,
                             &request),
                  "MPI_Issend");
    }
    /// Calls use(place, from) for each that has come, and lets those leave that
    /// were told.
    /// @return  whether some of these are still here
    template <class Use>
    bool hear(MPI_Comm ranks, const Use& use) {
        for (;;) {
            int has = 0;
            MPI_Status status;
            check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, kNumber, ranks, &has, &status),
                      "MPI_Iprobe");
            if (has == 0) return !leave();
            Place place;
            check_mpi(
                MPI_Recv(&place, sizeof place, MPI_BYTE, status.MPI_SOURCE,
                         kNumber, ranks, MPI_STATUS_IGNORE),
                "MPI_Recv");
            use(place, status.MPI_SOURCE);
        }
    }
    /// All ranks call it: until what each has told is heard, or ignored.
    void finish(MPI_Comm ranks) {
        const auto ignore = [](const Place&, int) {};
        while (hear(ranks, ignore)) std::this_thread::yield();
        MPI_Request all = MPI_REQUEST_NULL;
        check_mpi(MPI_Ibarrier(ranks, &all), "MPI_Ibarrier");
        for (int is_done = 0; is_done == 0; std::this_thread::yield()) {
            hear(ranks, ignore);
            check_mpi(MPI_Test(&all, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
        }
    }

  private:
    /// @return  whether all have left
    bool leave() {
        const std::lock_guard lock{mutex_};
        std::erase_if(leaving_, [](auto& its) {
            int has_left = 0;
            check_mpi(MPI_Test(&its.second, &has_left, MPI_STATUS_IGNORE),
                      "MPI_Test");
            return has_left != 0;
        });
        return leaving_.empty();
    }

    std::mutex mutex_;
    /// A list, as MPI has the addresses.
    std::list<std::pair<Place, MPI_Request>> leaving_;
};

}  // namespace tasuki::runtime::detail
