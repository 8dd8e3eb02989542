#include "runtime/core/failure.hpp"

#include <starpu.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/core/log.hpp"

namespace tasuki::runtime {

namespace {

std::atomic<CleanUp> registered_clean_up{nullptr};
std::atomic<Spokesman> registered_spokesman{nullptr};
std::atomic<LastResort> registered_last_resort{nullptr};
/// The thread that ends the process, and with which code; 0 while none does.
std::atomic<pid_t> failing_thread{0};
std::atomic<int> failing_code{0};

/// StarPU's own watchdog, which runs where the user asks for it, calls this
/// when no task has ended for long.
void on_watchdog(void*) {
    const char* microseconds = std::getenv("STARPU_WATCHDOG_TIMEOUT");
    const char* crash = std::getenv("STARPU_WATCHDOG_CRASH");
    std::array<char, 256> message;
    std::snprintf(
        message.data(), message.size(),
        "no task ended for %g s (STARPU_WATCHDOG_TIMEOUT): one takes longer, "
        "or hangs, or a device has too little memory for it",
        microseconds != nullptr ? 1e-6 * std::atof(microseconds) : 0);
    if (crash == nullptr || std::atoi(crash) == 0)
        logger().warn("{}", message.data());
    else
        use_last_resort(ExitCode::fault, message.data());
}

}  // namespace

void set_clean_up(CleanUp clean_up) noexcept {
    registered_clean_up = clean_up;
}

void set_spokesman(Spokesman spokesman) noexcept {
    registered_spokesman = spokesman;
}

void fail(ExitCode code, const char* message) noexcept {
    // The first failure speaks; a second thread waits for the end.  What fails
    // while it ends the process cannot wait for itself.
    const pid_t own = gettid();
    if (pid_t first = 0; !failing_thread.compare_exchange_strong(first, own)) {
        if (first == own) _exit(failing_code);
        for (;;) pause();
    }
    failing_code = static_cast<int>(code);
    const Spokesman spokesman = registered_spokesman;
    if (const char* prefix = spokesman != nullptr ? spokesman() : "") {
        char line[1024];
        // A message that is too long is cut, not its end of line.
        std::snprintf(line, sizeof line - 1, "tasuki: error: %s%s", prefix,
                      message);
        std::strcat(line, "\n");
        [[maybe_unused]] const auto written =
            write(STDERR_FILENO, line, std::strlen(line));
    }
    if (CleanUp clean_up = registered_clean_up) clean_up();
    _exit(static_cast<int>(code));
}

std::array<char, 256> without_memory(std::size_t bytes) noexcept {
    std::array<char, 256> message;
    std::snprintf(
        message.data(), message.size(),
        "%zu bytes of host memory cannot be allocated: the machine, a "
        "limit (ulimit -v) or the cgroup of this job has less",
        bytes);
    return message;
}

void set_last_resort(LastResort last_resort) noexcept {
    registered_last_resort = last_resort;
}

void use_last_resort(ExitCode code, const char* message) noexcept {
    if (const LastResort end = registered_last_resort; end != nullptr)
        end(code, message);
    logger().error("{}", message);
}

void report_starpu_watchdog() noexcept {
    starpu_task_watchdog_set_hook(on_watchdog, nullptr);
}

}  // namespace tasuki::runtime
