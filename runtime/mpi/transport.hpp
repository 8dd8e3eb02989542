// Channels of messages, and how the content of their windows gets from rank to
// rank.  For runtime/mpi/ alone.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

#include "runtime/core/messages.hpp"
#include "runtime/mpi/window.hpp"

namespace tasuki::runtime::detail {

/// Of the window for messages of `bytes`: the least of 4, 5, 6 or 7 times a
/// power of two that is enough.  So arrays whose sizes change, as those of a
/// load that is balanced anew, need a bounded number of windows.
inline std::size_t window_bytes(std::size_t bytes) {
    constexpr std::size_t kLeast = 64;
    const std::size_t enough = std::max(bytes, kLeast);
    const std::size_t step = std::bit_floor(enough - 1) / 4;
    return (enough + step - 1) / step * step;
}

/// Of a message, from its sender.
struct Signature {
    std::uint64_t message;  ///< its number
    std::uint64_t bytes;
};

/// Of one window, in memory of the rank that receives; each side writes it when
/// the other one waits.
struct alignas(64) Flag {
    /// 0: the window is empty, 1: it has a message.
    std::atomic<std::uint32_t> full;
    /// Of the last message that was a task of the sender.
    Signature signature;
};
static_assert(sizeof(Flag) == 64);
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

/// The messages of one number and about one size from one rank to another, as
/// one of the two has them.
struct Channel {
    Channel(int its_peer, std::int64_t its_tag, bool its_sends, bool its_on_gpu,
            std::size_t its_first)
        : peer{its_peer},
          tag{its_tag},
          sends{its_sends},
          on_gpu{its_on_gpu},
          bytes{window_bytes(its_first)},
          first{its_first} {}

    const int peer;  ///< the other rank
    const std::int64_t tag;
    const bool sends;
    const bool on_gpu;        ///< its window is
    const std::size_t bytes;  ///< of its window
    const std::size_t first;  ///< bytes of its first message

    // Where its window is.  The receiver makes it, and says where.
    std::byte* window = nullptr;
    std::uint32_t* word = nullptr;     ///< of the flag, as streams see it
    std::atomic<Flag*> flag{nullptr};  ///< is there when the others are

    // Of the thread that submits messages.
    std::uint64_t last = 0;  ///< message
    bool is_begun = false;   ///< it waits for the task that ends it
    bool is_used = false;    ///< it has sent something, or will

    std::atomic<std::uint64_t> ended{0};

    /// Whether the GPU or the CPU that runs a list can wait for the flag.
    bool can_wait_in_list() const {
        return flag != nullptr && (!on_gpu || word != nullptr);
    }
    /// Of the flag, when the next message may be put or taken.
    std::uint32_t before() const { return sends ? 0 : 1; }
    std::uint32_t after() const { return 1 - before(); }

    /// Whether so many messages have ended, and the other side is ready too.
    /// @param waits  for the other side; else the list does
    bool is_open(std::uint64_t messages, bool waits) const {
        const Flag* const its = flag.load(std::memory_order_acquire);
        return its != nullptr &&
               ended.load(std::memory_order_acquire) >= messages &&
               (!waits ||
                its->full.load(std::memory_order_acquire) == before());
    }

    /// A message has become a task.
    void add_task(std::uint64_t message) {
        const std::lock_guard lock{mutex_};
        while (!tasks_.empty() && tasks_.front() <= ended) tasks_.pop_front();
        tasks_.push_back(message);
    }
    /// The last one before `message` that is a task and has not ended.  What is
    /// in lists before it is before it there too.
    /// @return  0: none
    std::uint64_t task_before(std::uint64_t message) const {
        const std::lock_guard lock{mutex_};
        const auto next = std::ranges::lower_bound(tasks_, message);
        return next == tasks_.begin() ? 0 : *(next - 1);
    }

  private:
    mutable std::mutex mutex_;
    std::deque<std::uint64_t> tasks_;
};

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
