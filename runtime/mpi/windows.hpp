// The windows through which the ranks of a machine send each other arrays: a
// receiver makes them, in its memory, and the sender maps them.  For
// runtime/mpi/ alone.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/core/ranks.hpp"
#include "runtime/mpi/announcements.hpp"
#include "runtime/mpi/channel.hpp"
#include "runtime/mpi/message.hpp"
#include "runtime/mpi/window.hpp"

namespace tasuki::runtime::detail {

/// Of one rank.
class Windows {
  public:
    /// Finds out whom this rank reaches, and how.  All ranks of the machine
    /// call it, when StarPU has started, and the destructor.
    /// @param machine  they; duplicated
    /// @param rank     in the whole run
    Windows(MPI_Comm machine, int rank);
    ~Windows();
    Windows(const Windows&) = delete;
    Windows& operator=(const Windows&) = delete;

    /// How arrays get to a rank and from it; mpi: it is not reached.
    Way way(int rank) const;
    /// Whether streams can wait for what it tells, and tell it.
    bool streams_reach(int rank) const;
    /// Those that are reached.
    std::vector<int> ranks() const;
    /// How many ranks are reached, by a way or by any.
    int reached() const { return static_cast<int>(peers_.size()); }
    int reached(Way way) const;
    /// Ranks of the machine but for this one.
    int others() const { return others_; }
    /// Whether all ranks of the machine reach all others.
    bool all_reach_all() const { return all_; }

    /// Makes the window of a channel that receives, and tells the other side.
    /// @throws UnavailableError  no memory is left
    void make(Channel& channel, int from, MessageTag tag);

    /// Of a channel that sends.
    using Find = std::function<Channel&(int to, MessageTag, std::size_t bytes)>;
    /// Opens the windows that others have told of.
    /// @return  whether what this rank has told has still to leave
    bool hear(const Find& find);

  private:
    struct Peer {
        int number;  ///< among the ranks of the machine
        std::unique_ptr<Flags> flags;
        Way way = Way::mpi;
        /// Its windows, by number.
        std::map<std::uint32_t, MappedWindow> mapped{};
    };
    /// What a receiver tells the sender.
    struct Place {
        MessageTag tag;
        std::uint64_t bytes;  ///< Channel::first
        std::uint32_t flag;   ///< number
        std::uint32_t window;
        std::uint64_t offset;
        WindowHandle handle;
    };
    /// The last window of a kind, which several channels share.
    struct Last {
        std::uint32_t window = 0;
        std::size_t used = 0;  ///< [B]
    };

    void meet();
    /// The first rank that is not reached, of several reasons; -1: none.
    struct Apart {
        int gpu = -1;     ///< both have a GPU
        int memory = -1;  ///< both have CPU workers, and not even that is left
    };
    void agree(const Apart& apart);
    /// @return  with room for so many bytes
    Last& find_room(std::size_t bytes, bool on_gpu);

    int rank_;  // in the whole run
    MPI_Comm machine_ = MPI_COMM_NULL;
    Flags flags_;
    std::map<int, Peer> peers_;  // by rank of the whole run
    int others_ = 0;
    bool all_ = false;

    std::deque<Window> windows_;  // of this rank
    std::map<bool, Last> last_;   // by whether they are on the GPU
    std::uint32_t channels_ = 0;
    Announcements<Place> told_;
};

}  // namespace tasuki::runtime::detail
