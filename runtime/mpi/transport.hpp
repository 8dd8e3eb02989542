// How the content of windows gets from rank to rank.  For runtime/mpi/ alone.
#pragma once

#include <cstdint>

#include "runtime/core/messages.hpp"
#include "runtime/mpi/channel.hpp"
#include "runtime/mpi/window.hpp"

namespace tasuki::runtime::detail {

/// What a receiver tells the sender of a channel.
struct Place {
    MessageTag tag;
    std::uint64_t bytes;   ///< Channel::first
    std::uint32_t number;  ///< of its flag, or of its messages for MPI
    // Where both have one window.
    std::uint32_t window;
    std::uint64_t offset;
    WindowHandle handle;
};

/// Either both sides of a channel have one window and one flag (windows.hpp),
/// or each has its own (carrier.hpp).  The flag is all that a task needs: it
/// says whether the window is full, and whoever fills or empties that sets it.
class Transport {
  public:
    Transport() = default;
    /// All ranks call it, when none has a message open any more.
    virtual ~Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;

    /// Gives a channel that receives its window and flag.
    /// @throws UnavailableError  no memory is left, or no number
    virtual Place make(Channel& channel) = 0;
    /// The same for the channel that sends there.
    virtual void open(Channel& channel, const Place& place) = 0;
    /// Moves what is due: one thread calls it again and again.
    /// @return  whether anything was due
    virtual bool carry() { return false; }
};

}  // namespace tasuki::runtime::detail
