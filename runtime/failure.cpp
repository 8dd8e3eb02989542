#include "runtime/failure.hpp"

#include <starpu.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "runtime/gpu.hpp"

namespace tasuki::runtime {

namespace {

std::atomic<CleanUp> registered_clean_up{nullptr};
std::atomic_flag failing = ATOMIC_FLAG_INIT;

const char* running_codelet() {
    const starpu_task* task = starpu_task_get_current();
    return task != nullptr && task->name != nullptr ? task->name : "no codelet";
}

const char* last_device_error() {
#if defined(TASUKI_HAS_GPU)
    const gpu::Status status = TASUKI_GPU_API(PeekAtLastError)();
    if (status != TASUKI_GPU_API(Success)) return gpu::describe(status);
#endif
    return nullptr;
}

void on_abort(int) {
    if (const char* why = last_device_error())
        fail_on_device("a device operation", why);
    fail(ExitCode::fault,
         "StarPU gave up: a device ran out of memory, or no task ended for "
         "STARPU_WATCHDOG_TIMEOUT microseconds; --log-level debug shows its "
         "own messages");
}

}  // namespace

void set_clean_up(CleanUp clean_up) noexcept {
    registered_clean_up = clean_up;
}

void fail(ExitCode code, const char* message) noexcept {
    // The first failure speaks; a second thread waits for the end.
    if (failing.test_and_set())
        for (;;) pause();
    char line[1024];
    const int length =
        std::snprintf(line, sizeof line, "tasuki: error: %s\n", message);
    const auto shown = static_cast<std::size_t>(length) < sizeof line
                           ? static_cast<std::size_t>(length)
                           : sizeof line - 1;
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line, shown);
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

void catch_aborts() noexcept {
    struct sigaction action {};
    action.sa_handler = on_abort;
    sigaction(SIGABRT, &action, nullptr);
}

}  // namespace tasuki::runtime
