// Processes beside the caller's that read and write files for it: libraries
// that allow one thread only run in all of them, and one that fails on a
// damaged file takes its process with it and not the caller's.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "io/descriptor.hpp"

namespace tasuki::io {

/// Memory that a process shares with those that it forks later.  It takes no
/// room before it is written.
class SharedMemory {
  public:
    /// @throws std::bad_alloc
    explicit SharedMemory(std::size_t bytes);
    ~SharedMemory();
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    std::span<std::byte> bytes() const { return bytes_; }

  private:
    std::span<std::byte> bytes_;
};

class Helpers {
  public:
    /// What to do with which item in which buffer; the numbers are the
    /// caller's.
    struct Job {
        std::int64_t item;
        std::int32_t buffer, task;
    };
    struct Done : Job {
        double seconds;  ///< from its start to its end
    };
    struct Options {
        std::string file;      ///< that a library may fail on, for messages
        int count;             ///< processes
        unsigned job_seconds;  ///< of computing, after which a job is ended
        /// Called in a helper, which has what the caller had when it made them.
        std::function<void(const Job&)> work;
        /// The place of a job in the file, for messages.
        std::function<std::string(const Job&)> place;
    };

    /// Forks them, so before the process has threads.
    /// @throws std::system_error  it cannot
    explicit Helpers(Options options);
    /// Ends them, in the midst of a job too.
    ~Helpers();
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    /// Whether one has no job.
    bool has_idle() const;
    /// Gives it the job.
    void start(const Job& job);
    /// Waits until jobs have ended, or a descriptor can be read, or for so
    /// long.
    /// @return jobs that have ended
    /// @throws Error       with the code and words of what a job threw
    /// @throws InputError  the helper of a job ended: the file is damaged
    std::vector<Done> wait(int descriptor, int milliseconds);

  private:
    struct Helper {
        pid_t process;  // 0: it has ended
        Descriptor socket;
        bool has_job = false;
        Job job{};
        std::int64_t since = 0;  // [ns]
    };

    [[noreturn]] void serve(int socket) const;
    void take_reply(Helper& helper, std::vector<Done>& done);
    [[noreturn]] void refuse_end(Helper& helper) const;

    Options options_;
    std::vector<Helper> helpers_;
};

}  // namespace tasuki::io
