// Arrays that go between ranks as tasks, by a transport for each two ranks
// (transport.hpp); docs/decisions/0017 says when each task may start.
//
//   sender     put    array -> window
//   receiver   take   window -> array
//
// An array may be the window itself: then `open` comes before what writes it
// and `put` after, `take` before what reads it and `release` after.  For
// runtime/mpi/ alone.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/core/messages.hpp"
#include "runtime/core/ranks.hpp"
#include "runtime/mpi/announcements.hpp"
#include "runtime/mpi/courier.hpp"
#include "runtime/mpi/windows.hpp"

namespace tasuki::runtime::detail {

/// Messages that are tasks, until these have ended.  Any thread may call.
class UnfinishedTasks {
  public:
    /// @param place  of the message among all that this rank has submitted
    void add(std::uint64_t place) {
        const std::lock_guard lock{mutex_};
        places_.insert(place);
    }
    void remove(std::uint64_t place) {
        const std::lock_guard lock{mutex_};
        places_.erase(place);
    }
    bool has_before(std::uint64_t place) const {
        const std::lock_guard lock{mutex_};
        return !places_.empty() && *places_.begin() < place;
    }

  private:
    mutable std::mutex mutex_;
    std::set<std::uint64_t> places_;
};

/// Of one Context.
class Transfers final : public Messages {
  public:
    /// Finds out whom this rank reaches.  All ranks call it, when StarPU has
    /// started, and the destructor, when no rank has a message
    /// open any more.
    /// @param machine  those of this machine
    /// @param all      those of all machines, with no other messages
    /// @param ranks    the same
    Transfers(MPI_Comm machine, MPI_Comm all, const Ranks& ranks,
              Exchange asked);

    /// Whether arrays go between this rank and the others of its machine as it
    /// was asked.
    bool is_possible() const;
    /// To the others of its machine, which each rank says on the log.  All
    /// ranks call it.
    std::vector<Route> find_routes(const Ranks& ranks) const;

    WindowOfArray window_to(int to, MessageTag tag, std::size_t bytes) override;
    WindowOfArray window_from(int from, MessageTag tag,
                              std::size_t bytes) override;

  private:
    /// Rank, number, bytes of the window, and whether this rank sends.
    using Key = std::tuple<int, MessageTag, std::size_t, bool>;
    /// Sizes of the messages of a number to a rank, in the order of the first
    /// of each window: both sides have the same.
    struct Sizes {
        std::vector<std::size_t> sent, received;
    };
    class Message;
    /// What of a message a task is.
    enum class Part { whole, begins, ends };

    void start(const Half& half, void* token) override;
    void record(const Half& half, const std::function<void()>& again) override;
    Transport& transport(int rank);
    bool hear();
    Channel& find_sending(int to, MessageTag tag, std::size_t bytes);
    Channel& find_receiving(int from, MessageTag tag, std::size_t bytes);
    static void add_size(std::size_t bytes, std::vector<std::size_t>& own,
                         const std::vector<std::size_t>& others, int to,
                         MessageTag tag);
    /// Made if it is not there; called with of_channels_.
    Channel& channel(int peer, MessageTag tag, std::size_t bytes, bool sends);
    Channel& find_channel(const Half& half);
    static std::optional<Part> part_of(const Half& half,
                                       const Channel& channel);
    static void check(const Half& half, const Channel& channel, Part part);
    void wait_for_window(const Channel& channel);

    const Exchange asked_;
    const int rank_, ranks_;
    std::vector<int> neighbours_;  // the other ranks of the machine
    Windows windows_;
    std::unique_ptr<Transport> network_;  // null: none do, on any rank
    Announcements told_;
    std::mutex hears_;
    std::mutex of_channels_;
    std::map<Key, Channel> channels_;
    std::map<std::pair<int, MessageTag>, Sizes> sizes_;
    /// Submissions of messages come one after the other.
    std::mutex submits_;
    std::uint64_t submitted_ = 0;
    UnfinishedTasks tasks_;  // of graphs
    std::unique_ptr<Courier> courier_;
};

}  // namespace tasuki::runtime::detail
