// Messages to and from ranks that cannot map memory of this one: each side has
// a window of its own, and a thread carries what is in one to the other by
// persistent requests of MPI.
//
//   sender     put    array -> its window        full = 1
//              carry  window -> MPI              full = 0 when it has left
//   receiver   carry  MPI -> its window          full = 1 when it has come
//              take   window -> array            full = 0
//
// For runtime/mpi/ alone.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/mpi/transport.hpp"

namespace tasuki::runtime::detail {

/// Whether this MPI sends from GPU memory.
bool mpi_sends_from_gpu_memory();

/// Of one rank.
class Carrier final : public Transport {
  public:
    /// All ranks of the run call it when StarPU has started.
    /// @param ranks  they; has no messages with other tags of MPI than
    ///               Announcements::kNumber
    explicit Carrier(MPI_Comm ranks);
    ~Carrier() override;

    Place make(Channel& channel) override;
    void open(Channel& channel, const Place& place) override;
    bool carry() override;

  private:
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

    void add(Channel& channel, int number);
    void start(std::size_t number);
    bool sends() const;
    bool finish_requests();

    const MPI_Comm ranks_;
    const bool from_gpu_ = mpi_sends_from_gpu_memory();
    bool is_selected_ = false;  // the GPU, by the thread that carries
    std::mutex mutex_;
    std::deque<Load> loads_;
    /// Two for a load: the signature and the window.
    std::vector<MPI_Request> requests_;
    std::vector<int> finished_;
    int channels_ = 0;   // that receive
    int most_channels_;  // MPI's largest tag
};

}  // namespace tasuki::runtime::detail
