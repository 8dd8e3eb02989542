// The windows through which the ranks of a machine send each other arrays: a
// receiver makes them, in its memory, and the sender maps them.  For
// runtime/mpi/ alone.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>

#include "runtime/core/ranks.hpp"
#include "runtime/mpi/transport.hpp"

namespace tasuki::runtime::detail {

/// The flags of one rank, which the ranks of its machine map.
class Flags {
  public:
    /// Those of one rank, from all others together.
    static constexpr std::size_t kMost = std::size_t{1} << 14;
    static constexpr std::size_t kBytes = kMost * sizeof(Flag);

    Flags() : memory_{kBytes} {}
    explicit Flags(const SharedFile& theirs) : memory_{theirs, kBytes} {}
    ~Flags() { hide_from_streams(); }
    Flags(const Flags&) = delete;
    Flags& operator=(const Flags&) = delete;

    /// Where the GPU that is to wait for them is the current device.
    void show_to_streams();
    void hide_from_streams();

    bool are_shown() const { return shown_ != nullptr; }
    bool are_there() const { return memory_.data() != nullptr; }
    const SharedFile& file() const { return memory_.file(); }
    /// Gives a channel one of them.
    void give(std::size_t number, Channel& channel) const;

  private:
    SharedMemory memory_;
    void* shown_ = nullptr;
};

/// Those of one rank.
class Windows final : public Transport {
  public:
    /// Finds out whom this rank reaches, and how.  All ranks of the machine
    /// call it, when StarPU has started.
    /// @param rank   in the whole run
    /// @param asked  network: it reaches nobody
    Windows(MPI_Comm machine, int rank, Exchange asked);
    ~Windows() override;

    /// How arrays get to a rank; network: it is not reached.
    Exchange exchange_with(int rank) const;

    Place make(Channel& channel) override;
    void open(Channel& channel, const Place& place) override;

  private:
    struct Peer {
        int number;  ///< among the ranks of the machine
        std::unique_ptr<Flags> flags;
        Exchange exchange = Exchange::network;
        /// Its windows, by number.
        std::map<std::uint32_t, Window> mapped{};
    };
    /// The last window of a kind, which several channels share.
    struct Last {
        std::uint32_t window = 0;
        std::size_t used = 0;  ///< [B]
    };

    void meet();
    /// @return  with room for so many bytes
    Last& find_room(std::size_t bytes, bool on_gpu);

    MPI_Comm machine_;
    int rank_;  // in the whole run
    Exchange asked_;
    Flags flags_;
    std::map<int, Peer> peers_;   // that are reached, by rank of the whole run
    std::deque<Window> windows_;  // of this rank
    std::map<bool, Last> last_;   // by whether they are on the GPU
    std::uint32_t channels_ = 0;
};

}  // namespace tasuki::runtime::detail
