// What the ranks of a machine see of each other's messages.  For runtime/mpi/
// alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "runtime/mpi/shared_memory.hpp"

namespace tasuki::runtime::detail {

/// Of a message, from its sender.
struct Signature {
    std::uint64_t message;  ///< its number
    std::int64_t iteration;
    std::int32_t phase;
    std::uint32_t use;  ///< which one of its window it was there, from 0
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

/// What all ranks of the machine see of one of them.
struct alignas(64) Board {
    /// Up to this iteration all that it has received is known to be in order,
    /// or not.
    std::atomic<std::int64_t> known;
    /// The last iteration with a message that was not.
    std::atomic<std::int64_t> disorder;
};

/// Those of one rank.
class Flags {
  public:
    /// Of one rank from all others together.
    static constexpr std::size_t kMost = std::size_t{1} << 14;
    static constexpr std::size_t kBytes = sizeof(Board) + kMost * sizeof(Flag);

    explicit Flags(SharedMemory memory) : memory_{std::move(memory)} {}
    ~Flags() { hide_from_streams(); }
    Flags(const Flags&) = delete;
    Flags& operator=(const Flags&) = delete;

    /// Where the GPU that is to wait for them is the current device.
    void show_to_streams();
    void hide_from_streams();

    bool are_shown() const { return shown_ != nullptr; }
    bool are_there() const { return memory_.data() != nullptr; }
    const SharedFile& file() const { return memory_.file(); }
    Board& board() const { return *static_cast<Board*>(memory_.data()); }
    Flag* flag(std::size_t number) const {
        return first(memory_.data()) + number;
    }
    /// Its word as streams see it; null: they do not.
    std::uint32_t* word(std::size_t number) const {
        return shown_ == nullptr
                   ? nullptr
                   : reinterpret_cast<std::uint32_t*>(first(shown_) + number);
    }

  private:
    static Flag* first(void* memory) {
        return reinterpret_cast<Flag*>(static_cast<Board*>(memory) + 1);
    }

    SharedMemory memory_;
    void* shown_ = nullptr;
};

}  // namespace tasuki::runtime::detail
