// Whether messages can be parts of lists, in which what comes behind a receive
// waits with it: docs/decisions/0017.  For runtime/mpi/ alone.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "runtime/core/crossing.hpp"
#include "runtime/mpi/channel.hpp"

namespace tasuki::runtime::detail {

/// What one rank knows of it, and shows to the others.
class MessageOrder {
  public:
    /// @param own     outlives it, as do the others
    /// @param others  of all other ranks of the run; empty: they are not seen
    MessageOrder(Board& own, std::vector<const Board*> others)
        : own_{own}, others_{std::move(others)} {}

    /// The next message of a channel is submitted.
    Moment submit(Channel& channel);
    /// The last message of a channel has begun; what ends it is submitted now:
    /// in the same iteration and, of what is sent, in the same phase.
    Moment submit_end(const Channel& channel);
    /// The other side has submitted the message that is taken now, as a task.
    void see_sent(Channel& channel, const Moment& received);
    /// A message that was submitted at this moment has been taken.
    void end_receive(Channel& channel, const Moment& moment);

    /// Of all ranks, in some iteration that all of them know.
    FitsList fits_lists() const;

  private:
    void tell_known();

    Board& own_;
    std::vector<const Board*> others_;
    std::mutex mutex_;
    Moment now_{};           // of the last message that was submitted
    bool received_ = false;  // it was received
    std::map<std::int64_t, int> receives_;  // that are open, by iteration
};

}  // namespace tasuki::runtime::detail
