// The kernels of the experiments, and what queues them.  For peers/self/ alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codelets/device/put.hpp"

namespace tasuki::peers::self {

/// How long a kernel or the host waits for the other one [ticks of put.hpp],
/// five to ten seconds: what takes longer has failed.
inline constexpr long long kPatience = 10'000'000'000;

/// What kernels have found, in memory of the GPU.
struct Found {
    std::uint32_t late;   ///< waits that were in vain
    std::uint32_t wrong;  ///< words
};

/// Blocks of a kernel, and threads of a block.
struct Shape {
    int blocks, threads;
};

/// Word `index` of a random message.
TASUKI_HD std::uint32_t word_of(std::uint32_t message, std::uint64_t index) {
    // SplitMix64's finaliser
    std::uint64_t x = (std::uint64_t{message} << 32) + index + 1;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return static_cast<std::uint32_t>(x ^ (x >> 31));
}

/// Writes a message.
void fill(void* to, std::size_t bytes, std::uint32_t message,
          gpu::Stream stream);
/// Adds the words that are not the message's.
void check(const void* from, std::size_t bytes, std::uint32_t message,
           Found* found, gpu::Stream stream);

/// A kernel that does nothing.
void launch_empty(gpu::Stream stream);
/// A kernel that raises a flag, and does nothing else.
void launch_signal(std::uint32_t* flag, std::uint32_t number,
                   gpu::Stream stream);

/// Why kernels launch none here; null: they do.
const char* why_no_launch_from_kernels() noexcept;
/// A kernel of one thread that launches another one `count` times, and waits
/// each time until that has raised the flag: to base + 1, base + 2 ...
void launch_from_kernel(std::uint32_t* flag, std::uint32_t base, int count,
                        Found* found, gpu::Stream stream);

/// The attributes of calls that a kernel passes to the host, in its memory.  A
/// slot has room for a row of lanes, so that an attribute ends with a row.
struct Ring {
    static constexpr std::uint32_t kWords = 4096;  ///< a power of 2
    static constexpr std::uint32_t kLanes = 32;
    std::uint32_t* words;  ///< (kWords)
    std::uint32_t* head;   ///< words that the kernel has put in
    std::uint32_t* tail;   ///< words that the host has taken out
};
/// Words of the ring that an attribute takes.
constexpr std::uint32_t ring_words(std::size_t bytes) {
    return (static_cast<std::uint32_t>(bytes / 4) + Ring::kLanes - 1) /
           Ring::kLanes * Ring::kLanes;
}
/// Of one attribute [B].
inline constexpr std::size_t kMostAttribute = 1024;
/// The words of attributes, one behind the other: each from the one before.
TASUKI_HD std::uint32_t next_word(std::uint32_t word) {
    return 1664525 * word + 1013904223;
}
/// A kernel of a warp that passes `count` attributes to the host, each after
/// the answer to the one before.
/// @param head   of the ring, when it starts
/// @param first  the first word of the first attribute
void launch_ring(const Ring& ring, std::uint32_t head, std::size_t bytes,
                 int count, std::uint32_t first, Found* found,
                 gpu::Stream stream);

/// One end of a ping-pong.
struct PingPong {
    gpu::Outbox out;
    const std::byte* window;  ///< own
    std::uint32_t* flag;      ///< own
    /// Messages in turn: what it sends, and their numbers for word_of() in what
    /// it receives.
    const std::byte* sends[2];
    std::uint32_t receives[2];
    std::size_t bytes;
    int rounds;
    std::uint32_t base;  ///< of the flags, when it starts
    bool starts;         ///< it sends first
    Found* found;
};
enum class Wait {
    poll,     ///< acquire loads
    exchange  ///< atomicExch(), which takes the number away
};
/// Messages there and back.
/// @param wait     exchange: for one block
/// @param checked  every word is looked at
void launch_ping_pong(const PingPong& end, Shape shape, Wait wait, bool checked,
                      gpu::Stream stream);

}  // namespace tasuki::peers::self
