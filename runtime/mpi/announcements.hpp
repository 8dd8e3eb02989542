// What ranks that receive tell those that send: where a window is.  For
// runtime/mpi/ alone.
#pragma once

#include <mpi.h>

#include <list>
#include <mutex>
#include <thread>
#include <utility>

#include "runtime/mpi/mpi_ranks.hpp"
#include "runtime/mpi/transport.hpp"

namespace tasuki::runtime::detail {

/// MPI may keep a message back until somebody calls it again, so hear() has to
/// be called as long as it says so.  Any thread may call.
class Announcements {
  public:
    static constexpr int kNumber = 0;  ///< MPI's tag, of no other message

    explicit Announcements(MPI_Comm ranks) : ranks_{ranks} {}
    /// All ranks call it: until what each has told is heard, or ignored.
    ~Announcements() {
        const auto ignore = [](const Place&, int) {};
        while (hear(ignore)) std::this_thread::yield();
        MPI_Request all = MPI_REQUEST_NULL;
        check_mpi(MPI_Ibarrier(ranks_, &all), "MPI_Ibarrier");
        for (int is_done = 0; is_done == 0; std::this_thread::yield()) {
            hear(ignore);
            check_mpi(MPI_Test(&all, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
        }
    }
    Announcements(const Announcements&) = delete;
    Announcements& operator=(const Announcements&) = delete;

    /// Returns at once.
    void tell(const Place& place, int to) {
        const std::lock_guard lock{mutex_};
        auto& [kept, request] = leaving_.emplace_back(place, MPI_REQUEST_NULL);
        check_mpi(MPI_Issend(&kept, sizeof kept, MPI_BYTE, to, kNumber, ranks_,
                             &request),
                  "MPI_Issend");
    }
    /// Calls use(place, from) for each that has come, and lets those leave that
    /// were told.
    /// @return  whether some of these are still here
    template <class Use>
    bool hear(const Use& use) {
        for (;;) {
            int has = 0;
            MPI_Status status;
            check_mpi(
                MPI_Iprobe(MPI_ANY_SOURCE, kNumber, ranks_, &has, &status),
                "MPI_Iprobe");
            if (has == 0) return !leave();
            Place place;
            check_mpi(
                MPI_Recv(&place, sizeof place, MPI_BYTE, status.MPI_SOURCE,
                         kNumber, ranks_, MPI_STATUS_IGNORE),
                "MPI_Recv");
            use(place, status.MPI_SOURCE);
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

    const MPI_Comm ranks_;
    std::mutex mutex_;
    /// A list, as MPI has the addresses.
    std::list<std::pair<Place, MPI_Request>> leaving_;
};

}  // namespace tasuki::runtime::detail
