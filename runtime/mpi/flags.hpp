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

/// Those of one rank.
class Flags {
  public:
    /// Of one rank from all others together.
    static constexpr std::size_t kMost = std::size_t{1} << 14;
    static constexpr std::size_t kBytes = kMost * sizeof(Flag);

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
    static Flag* first(void* memory) { return static_cast<Flag*>(memory); }

    SharedMemory memory_;
    void* shown_ = nullptr;
};

}  // namespace tasuki::runtime::detail
