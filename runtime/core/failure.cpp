#include "runtime/core/failure.hpp"

#include <starpu.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "runtime/core/log.hpp"
#include "runtime/gpu/gpu.hpp"
#include "runtime/mpi/rank_table.hpp"

namespace tasuki::runtime {

namespace {

std::atomic<CleanUp> registered_clean_up{nullptr};
/// The thread that ends the process, and with which code; 0 while none does.
std::atomic<pid_t> failing_thread{0};
std::atomic<int> failing_code{0};

const char* running_codelet() {
    if (starpu_is_initialized() != 1) return "no codelet";
    const starpu_task* task = starpu_task_get_current();
    return task != nullptr && task->name != nullptr ? task->name : "no codelet";
}

const char* last_device_error() {
#if defined(TASUKI_HAS_GPU)
    // Without a GPU in this run, a missing driver is no failure.
    if (starpu_worker_get_count() == starpu_cpu_worker_get_count())
        return nullptr;
    const gpu::Status status = TASUKI_GPU_API(PeekAtLastError)();
    if (status != TASUKI_GPU_API(Success)) return gpu::describe(status);
#endif
    return nullptr;
}

void on_abort(int) {
    if (const char* why = last_device_error())
        fail_on_device("a device operation", why);
    if (starpu_is_initialized() != 1)
        fail(ExitCode::fault, "aborted, for the reason above; this is a bug");
    char message[256];
    std::snprintf(message, sizeof message,
                  "StarPU gave up (codelet %s), for the reason above; "
                  "at the log level debug it says more",
                  running_codelet());
    fail(ExitCode::fault, message);
}

void on_crash(int signal) {
    char message[256];
    std::snprintf(message, sizeof message,
                  "crashed by signal %d (%s), codelet %s; this is a bug",
                  signal, sigdescr_np(signal), running_codelet());
    fail(ExitCode::fault, message);
}

[[noreturn]] void fail_with_exception(const char* what) noexcept {
    char message[512];
    std::snprintf(message, sizeof message,
                  "nothing catches this exception: %s (codelet %s; this is a "
                  "bug)",
                  what, running_codelet());
    fail(ExitCode::fault, message);
}

[[noreturn]] void on_terminate() {
    try {
        if (const auto thrown = std::current_exception())
            std::rethrow_exception(thrown);
    } catch (const std::exception& e) {
        fail_with_exception(e.what());
    } catch (...) {
        fail_with_exception("it is of an unknown type");
    }
    fail(ExitCode::fault, "std::terminate was called (this is a bug)");
}

std::array<char, 256> no_progress(double seconds) {
    std::array<char, 256> message;
    std::snprintf(
        message.data(), message.size(),
        "no task ended for %g s (STARPU_WATCHDOG_TIMEOUT): one hangs, "
        "or a device has too little memory for it",
        seconds);
    return message;
}

/// StarPU's own watchdog, which runs where the user asks for it, calls this
/// when no task has ended for long.
void on_watchdog(void*) {
    const char* microseconds = std::getenv("STARPU_WATCHDOG_TIMEOUT");
    const char* crash = std::getenv("STARPU_WATCHDOG_CRASH");
    const double seconds =
        microseconds != nullptr ? 1e-6 * std::atof(microseconds) : 0;
    if (crash != nullptr && std::atoi(crash) == 0)
        logger().warn("{}", no_progress(seconds).data());
    else
        fail_without_progress(seconds);
}

}  // namespace

void set_clean_up(CleanUp clean_up) noexcept {
    registered_clean_up = clean_up;
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
    leave_rank_table();
    if (speaks_for_all()) {
        char line[1024];
        // A message that is too long is cut, not its end of line.
        std::snprintf(line, sizeof line - 1, "tasuki: error: %s%s",
                      rank_prefix(), message);
        std::strcat(line, "\n");
        [[maybe_unused]] const auto written =
            write(STDERR_FILENO, line, std::strlen(line));
    }
    if (CleanUp clean_up = registered_clean_up) clean_up();
    _exit(static_cast<int>(code));
}

void fail_on_device(const char* call, const char* why) noexcept {
    char message[512];
    std::snprintf(message, sizeof message,
                  "the GPU failed: %s: %s (codelet %s); nothing computed after "
                  "this can be trusted",
                  call, why, running_codelet());
    const bool memory = std::strstr(why, "out of memory") != nullptr;
    fail(memory ? ExitCode::unavailable : ExitCode::fault, message);
}

void fail_without_memory(std::size_t bytes) noexcept {
    char message[256];
    std::snprintf(
        message, sizeof message,
        "%zu bytes of host memory cannot be allocated: the machine, a "
        "limit (ulimit -v) or the cgroup of this job has less",
        bytes);
    fail(ExitCode::unavailable, message);
}

void fail_without_progress(double seconds) noexcept {
    fail(ExitCode::fault, no_progress(seconds).data());
}

void catch_crashes() noexcept {
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE}) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_DFL) continue;
        struct sigaction action {};
        action.sa_handler = on_crash;
        sigaction(signal, &action, nullptr);
    }
}

void catch_failures() noexcept {
    struct sigaction action {};
    action.sa_handler = on_abort;
    sigaction(SIGABRT, &action, nullptr);
    std::set_terminate(on_terminate);
}

void report_starpu_watchdog() noexcept {
    starpu_task_watchdog_set_hook(on_watchdog, nullptr);
}

}  // namespace tasuki::runtime
