// The two ends between which messages go: one of each rank, or both of one
// rank, on one GPU.  For peers/self/ alone.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "peers/self/kernels.hpp"
#include "peers/self/self.hpp"
#include "peers/streams/device.hpp"
#include "runtime/mpi/window.hpp"

namespace tasuki::peers::self {

/// An end in this process, on its GPU.
class End {
  public:
    /// @param number  0 or 1: 0 sends first
    /// @param most    of a message [B], a multiple of 256
    /// @param lends   the other end is in another process
    End(int number, int device, std::size_t most, bool lends);
    ~End();
    End(const End&) = delete;
    End& operator=(const End&) = delete;

    /// What the other end needs to reach this one.
    struct Address {
        runtime::detail::WindowHandle window;
        pid_t process;
        runtime::detail::SharedFile words;
        bool waits;  ///< its streams do for words there
        bool lends;  ///< its window
    };
    Address address() const;
    /// From the address of another process.
    void reach(const Address& other);
    /// In this process.
    void reach(const End& other);
    /// Does not reach the window of another process any more.
    void leave();

    /// Of the other end: null if it is not mapped.
    std::byte* their_window() const { return theirs_; }
    /// The message of a round.
    const std::byte* sends(int round) const {
        return messages_.data() + (round % 2) * most_;
    }
    /// Its number for word_of().
    static std::uint32_t message(int end, int round) {
        return static_cast<std::uint32_t>(1 + 2 * end + round % 2);
    }
    std::uint32_t receives(int round) const {
        return message(1 - number, round);
    }
    std::byte* window() const { return own_ ? own_.data() : lent_->data(); }
    PingPong ping_pong(std::size_t bytes, int rounds, std::uint32_t base) const;

    /// Words that streams of both ends wait for and write, as they see them;
    /// null: they cannot.
    std::uint32_t* word() const { return shown_; }
    std::uint32_t* their_word() const { return their_shown_; }
    /// The former as the host sees it.
    std::uint32_t* host_word() const {
        return static_cast<std::uint32_t*>(words_.data());
    }

    /// Zeros in the window.  Waits.
    void clear(std::size_t bytes) const;
    /// What kernels have found since the last time.  Waits.
    Found found() const;

    const int number;
    const int device;
    const streams::Stream stream;
    const streams::DeviceArray<Found> findings;

  private:
    std::size_t most_;
    streams::DeviceArray<std::byte> messages_;  // (2, most)
    streams::DeviceArray<std::uint32_t> blocks_;
    // A message, then the flag; own where no other process may have it.
    std::optional<runtime::detail::Window> lent_;
    streams::DeviceArray<std::byte> own_;
    std::optional<runtime::detail::Window> mapped_;
    std::byte* theirs_ = nullptr;
    runtime::detail::SharedMemory words_, their_words_;
    std::uint32_t *shown_ = nullptr, *their_shown_ = nullptr;
    bool shows_theirs_ = false;
};

/// All ends, as each rank sees them.  Every rank calls, in the same order.
class Pair {
  public:
    /// @throws UnavailableError  no GPU, or too little memory of it
    /// @throws UsageError        more than two ranks
    Pair(const runtime::Ranks& ranks, std::size_t most);
    ~Pair();
    Pair(const Pair&) = delete;
    Pair& operator=(const Pair&) = delete;

    /// Of this process: 1 or 2.
    const std::vector<std::unique_ptr<End>>& ends() const { return ends_; }
    const runtime::Ranks& ranks() const { return ranks_; }
    const Setting& setting() const { return setting_; }
    std::size_t most() const { return most_; }  ///< of a message [B]
    /// Whether kernels of each end reach the window of the other one.
    bool is_mapped() const { return mapped_; }
    /// Blocks of an end that run at once, one on each multiprocessor.
    int blocks() const { return blocks_; }

    /// The number before the next `count` of flags and words, which only rise.
    std::uint32_t take_numbers(int count) {
        numbers_ += static_cast<std::uint32_t>(count);
        return numbers_ - static_cast<std::uint32_t>(count);
    }
    /// Whether it is so on all ranks.
    bool all(bool own) const { return ranks_.largest(own ? 0 : 1) == 0; }
    /// Calls body(), on all ranks at once.
    /// @return  seconds, of the slowest rank
    template <class Body>
    double timed(const Body& body) const {
        ranks_.barrier();
        const auto start = std::chrono::steady_clock::now();
        body();
        const std::chrono::duration<double> seconds =
            std::chrono::steady_clock::now() - start;
        return ranks_.largest(seconds.count());
    }
    /// @param what   was measured, for messages
    /// @param wrong  words that the host has found
    /// @throws FaultError  on any rank a kernel has waited in vain, or words
    ///                     were not those of the message
    void check_found(const std::string& what, std::size_t wrong = 0) const;

  private:
    void connect();

    const runtime::Ranks& ranks_;
    std::size_t most_;
    Setting setting_;
    std::vector<std::unique_ptr<End>> ends_;
    bool mapped_ = false;
    int blocks_ = 0;
    std::uint32_t numbers_ = 0;
};

}  // namespace tasuki::peers::self
