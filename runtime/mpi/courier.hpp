// Submits the gates of messages as soon as the other rank is ready.  For
// runtime/mpi/ alone.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/mpi/transport.hpp"

struct starpu_task;

namespace tasuki::runtime::detail {

/// A thread that looks at flags as long as tasks wait for them, carries
/// messages to other machines, and lets the Context fail if another rank has.
class Courier {
  public:
    /// @param hear   called on that thread while a waiting channel has no flag,
    ///               after tell(), and as long as it returns true
    /// @param carry  called there all the time, unless it is empty; returns
    ///               whether it had something to do
    Courier(std::function<bool()> hear, std::function<bool()> carry);
    ~Courier();
    Courier(const Courier&) = delete;
    Courier& operator=(const Courier&) = delete;

    /// StarPU has what comes after the gate, an empty task, which is submitted
    /// when is_open(); that is not called afterwards.  Gates of a channel are
    /// opened one after the other.
    void open_later(const Channel& channel, starpu_task* gate,
                    std::function<bool()> is_open);

    /// Other ranks were told of something, which has to leave.
    void tell();

  private:
    struct Closed {
        starpu_task* gate;
        std::function<bool()> is_open;
    };

    void run() noexcept;
    void deliver();
    std::vector<starpu_task*> take_open();

    std::function<bool()> hear_;
    std::function<bool()> carry_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<const Channel*, std::deque<Closed>> waiting_;
    bool tells_ = false;
    bool ends_ = false;
    std::thread thread_;
};

}  // namespace tasuki::runtime::detail
