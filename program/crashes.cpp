#include "program/crashes.hpp"

#include <starpu.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include "runtime/core/failure.hpp"
#include "runtime/core/task_stream.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::program {

namespace {

using namespace runtime;

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

/// The name of the codelet that this thread runs, for messages.
const char* running_codelet() noexcept {
    if (starpu_is_initialized() != 1) return "no codelet";
    const starpu_task* task = starpu_task_get_current();
    return task != nullptr && task->name != nullptr ? task->name : "no codelet";
}

/// fail() for a device call, with the codelet that was running.
[[noreturn]] void fail_on_device(const char* call, const char* why) noexcept {
    char message[512];
    std::snprintf(message, sizeof message,
                  "the GPU failed: %s: %s (codelet %s); %s", call, why,
                  running_codelet(),
                  is_capturing()
                      ? "a task was captured for a list, which not all can "
                        "be: --capture off, or `captures = false` in its kernel"
                      : "nothing computed after this can be trusted");
    const bool memory = std::strstr(why, "out of memory") != nullptr;
    fail(memory ? ExitCode::unavailable : ExitCode::fault, message);
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
    } catch (const std::bad_alloc&) {
        char message[256];
        std::snprintf(message, sizeof message,
                      "not enough host memory (codelet %s)", running_codelet());
        fail(ExitCode::unavailable, message);
    } catch (const std::exception& e) {
        fail_with_exception(e.what());
    } catch (...) {
        fail_with_exception("it is of an unknown type");
    }
    fail(ExitCode::fault, "std::terminate was called (this is a bug)");
}

}  // namespace

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
    set_last_resort(fail);
    struct sigaction action {};
    action.sa_handler = on_abort;
    sigaction(SIGABRT, &action, nullptr);
    std::set_terminate(on_terminate);
}

}  // namespace tasuki::program
