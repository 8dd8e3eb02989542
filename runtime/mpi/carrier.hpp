// Messages to and from ranks of other machines, which cannot map memory of this
// one: each side has a window of its own, and a thread carries what is in one
// to the other by MPI.
//
//   sender     put    array -> its window        full = 1
//              carry  window -> MPI              full = 0 when it has left
//   receiver   carry  MPI -> its window          full = 1 when it has come
//              take   window -> array            full = 0
//
// So tasks, and lists, do the same as with a window that both sides
// map (transfers.hpp): streams of a GPU ring by the flag and wait for it.  The
// requests are persistent.  For runtime/mpi/ alone.
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/mpi/announcements.hpp"
#include "runtime/mpi/channel.hpp"
#include "runtime/mpi/message.hpp"
#include "runtime/mpi/window.hpp"

namespace tasuki::runtime::detail {

/// Of one rank.
class Carrier {
  public:
    /// All ranks of the run call it when StarPU has started, and the
    /// destructor, when no rank has a message open any more.
    /// @param ranks     they; duplicated
    /// @param from_gpu  whether MPI sends from GPU memory and receives there
    Carrier(MPI_Comm ranks, bool from_gpu);
    ~Carrier();
    Carrier(const Carrier&) = delete;
    Carrier& operator=(const Carrier&) = delete;

    /// Makes the window of a channel that receives, and tells the other side.
    /// @throws UnavailableError  MPI has no more tags
    void make(Channel& channel, int from, MessageTag tag);
    /// Of a channel that sends.
    using Find = std::function<Channel&(int to, MessageTag, std::size_t bytes)>;
    /// Makes the windows for what others have told of.
    /// @return  whether what this rank has told has still to leave
    bool hear(const Find& find);

    /// Starts what is due, and ends what has come or left: one thread calls it
    /// again and again.
    /// @return  whether anything was due
    bool carry();

  private:
    struct Place {
        MessageTag tag;
        std::uint64_t bytes;  ///< Channel::first
        std::int32_t number;  ///< MPI's, of its messages
    };
    /// Of a channel: its flag, signature and window, in pinned memory of the
    /// host; the window is on the GPU if MPI sends from there.
    class Load {
      public:
        Load(const Channel& channel, bool from_gpu);
        ~Load();
        Load(const Load&) = delete;
        Load& operator=(const Load&) = delete;

        const bool sends;
        /// Whole units of what MPI counts [B].
        const std::size_t bytes;
        Flag* flag = nullptr;
        Signature* signature = nullptr;  ///< on its way
        std::byte* window = nullptr;
        std::uint32_t* word = nullptr;  ///< of the flag, as streams see it
        int open = 0;                   ///< requests

      private:
        const std::size_t size_;  // [B]
        void* const memory_;
        bool has_gpu_;
        void* shown_ = nullptr;
        std::unique_ptr<Window> on_gpu_;
    };

    void open(Channel& channel, int peer, int number);
    void start(std::size_t number);
    bool sends() const;
    bool finish_requests();
    bool have_all_ended();

    MPI_Comm ranks_ = MPI_COMM_NULL;
    bool from_gpu_;
    bool is_selected_ = false;  // the GPU, by the thread that carries
    std::mutex mutex_;
    std::deque<Load> loads_;
    /// Two for a load: the signature and the window.
    std::vector<MPI_Request> requests_;
    std::vector<int> finished_;
    int channels_ = 0;   // that receive
    int most_channels_;  // MPI's largest tag
    Announcements<Place> told_;

    using Clock = std::chrono::steady_clock;
    // Of the end: how many ranks still send, in a collective call after the
    // other.
    MPI_Request round_ = MPI_REQUEST_NULL;
    int sends_ = 0, all_send_ = 1;
};

}  // namespace tasuki::runtime::detail
