// An imitation of the CUDA runtime on the host, for tests where no GPU is: it
// defines the functions of libcudart that StarPU and Tasuki call, with the
// computing done by host functions.  A test program preloads it (LD_PRELOAD);
// neither StarPU nor Tasuki changes.  A function of libcudart that it does not
// imitate ends the process with its name (stubs.sh).
//
//   TASUKI_IMITATED_GPUS=1      devices
//   TASUKI_IMITATED_TAKEN=0     of them, the last ones, belong to another
//                               process
//   TASUKI_IMITATED_MEMORY=256  of each [MiB]
//   TASUKI_IMITATED_SEED=1      of the order in which work runs
//   TASUKI_IMITATED_SERIAL=1    a graph runs one operation at a time, so that
//                               one which waits holds back all behind it
//   TASUKI_IMITATED_SERIAL=2    so do all calls, in their order, as if all
//                               streams had one queue
//   TASUKI_IMITATED_LENDS=0     other processes may not map their memory
//   TASUKI_IMITATED_PEERS=0     nor may those of another device, and no device
//                               reaches the memory of another
//   TASUKI_IMITATED_LOOPS=0     graphs have no loops, as of an older driver
//   TASUKI_IMITATED_MPI=1       MPI says that it sends from their memory, which
//                               it can, as that is the host's
//   TASUKI_IMITATED_KERNELS=ignored  launches of GPU kernels do nothing, for
//                               tuners that only time them; else they end the
//                               process
//
// Work that streams hold runs on one thread, one operation at a time, in a
// random one of the orders that streams, events and graphs allow, and now and
// then late: a forgotten wait gives wrong numbers.  What CUDA leaves undefined
// ends the process and says why.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace tasuki::imitated {

using Clock = std::chrono::steady_clock;

/// What a stream or a graph runs, at once once all before it have ended.
struct Operation {
    std::function<void()> work;
    std::function<bool()> may_run{};  ///< asked until it may; none: it may
    int waits_for = 1;  ///< operations, and the one that still builds it
    std::vector<std::shared_ptr<Operation>> next;
    bool done = false;
    Clock::time_point ended;
};
using Op = std::shared_ptr<Operation>;

/// Ends the process: the program has broken a rule of CUDA.
[[noreturn]] void broken(const std::string& what);

using Lock = std::unique_lock<std::mutex>;

/// All devices.  Every function takes a Lock of it, but for lock().
class Machine {
  public:
    static Machine& instance();

    Lock lock() { return Lock{mutex_}; }
    int devices() const { return devices_; }
    int free_devices() const { return devices_ - taken_; }
    std::size_t memory() const { return memory_; }  ///< of each [B]
    /// Whether graphs run one operation after the other.
    bool is_serial() const { return serial_ > 0; }
    /// Whether all that is queued does.
    bool has_one_queue() const { return serial_ > 1; }
    bool lends() const { return lends_; }
    /// Whether graphs have them; asked each time.
    static bool has_loops();
    /// Whether each device reaches the memory of the others.
    bool are_peers() const { return peers_; }
    /// A random order of steps: each and the one behind it.
    /// @param after  of each, those before it
    std::vector<std::pair<std::size_t, std::size_t>> order(
        const std::vector<std::vector<std::size_t>>& after);

    /// `later` begins after `earlier`, which may be null, has ended.
    void link(const Op& earlier, const Op& later);
    /// All its links are there: it runs when it can.
    void release(const Op& op);
    /// Returns when it has ended; null has.
    void wait(Lock& lock, const Op& op);
    /// Whether the work of an operation threw: nothing computes any more, and
    /// calls fail until the process ends, as after a fault of a device.
    bool is_broken() const { return broken_; }

  private:
    Machine();
    void run();

    std::mutex mutex_;
    std::condition_variable queued_, ended_;
    std::vector<Op> ready_;
    std::mt19937 random_;
    int devices_, taken_;
    std::size_t memory_;
    std::size_t serial_;
    bool lends_, peers_;
    std::atomic<bool> broken_{false};
};

/// What a call returns first, if that is not cudaSuccess.
#define TASUKI_FAIL_IF_BROKEN() \
    if (Machine::instance().is_broken()) return failed(cudaErrorIllegalAddress)

}  // namespace tasuki::imitated
