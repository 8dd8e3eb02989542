// The GPUs of a rank, each with its streams, and the thread that drives them.
#pragma once

#include <functional>
#include <vector>

#include "graphs/wilson/decomposition.hpp"
#include "peers/streams/device.hpp"
#include "peers/streams/host_thread.hpp"
#include "peers/streams/message.hpp"

namespace tasuki::peers::streams {

struct Gpu {
    explicit Gpu(int number)
        : device{number},
          interior{number, Urgency::least},
          faces{number, Urgency::most},
          downloads{number, Urgency::most},
          uploads{number, Urgency::most} {}

    int device;
    Stream interior;
    Stream faces;      ///< packs, copies to others, matvecs, merges
    Stream downloads;  ///< to the host
    Stream uploads;    ///< from it, at the same time as downloads
};

class Machine {
  public:
    /// Lets the GPUs read each other's memory where they can.  Every rank
    /// calls, in the same order.
    /// @param devices  numbers of the GPUs of this rank
    /// @param team     logical CPUs (OS numbers) of the host's part; empty:
    ///                 all of this process
    /// @throws UnavailableError  no device; see Network
    Machine(const std::vector<int>& devices, std::vector<int> team);

    int gpus() const { return static_cast<int>(gpus_.size()); }
    const Gpu& gpu(int i) const { return gpus_[i]; }
    const Network& network() const { return network_; }
    /// GPU where a local block lives, in 0..gpus()-1: equal runs of blocks, as
    /// graphs::wilson::home_worker() deals them.
    int home(const graphs::wilson::Decomposition& d, int block) const {
        return d.local_index(block) * gpus() /
               static_cast<int>(d.local_blocks().size());
    }

    /// Runs `job` on the driving thread, after those before; returns at once.
    void post(std::function<void()> job) { thread_.post(std::move(job)); }
    /// In a job: whether none is behind it yet.
    bool is_last_job() { return thread_.is_last(); }
    /// Waits for all jobs, and for what they queued on the GPUs.
    void wait();

  private:
    Network network_;
    std::vector<Gpu> gpus_;
    HostThread thread_;
};

}  // namespace tasuki::peers::streams
