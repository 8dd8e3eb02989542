// Machines and tasks for the tests of the runtime.
#pragma once

#include <doctest/doctest.h>
#include <starpu.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "runtime/core/context.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::test {

/// CPU workers only: they start quickly and are everywhere.
inline runtime::ContextOptions cpu_workers(int workers) {
    return {.cpu_workers = workers, .gpus = 0};
}

/// Two workers where there are two CPUs.
inline int several_workers() {
    return std::min(2, static_cast<int>(runtime::allowed_cpus().size()));
}

/// What a task does here: body(values of an array, with) when it runs.
struct Work {
    void (*body)(int* values, void* with);
    void* with;
};

struct Updating {
    static constexpr auto name = "updating";
    static std::string model() { return "test_updating"; }
    using Args = Work;
    static void cpu(const Work& work, runtime::Update<int> values) {
        work.body(values, work.with);
    }
};
/// The same under another name.
struct Other : Updating {
    static constexpr auto name = "other";
    static std::string model() { return "test_other"; }
};

/// Submits work on `array`; `with` must outlive it.
template <class Kernel = Updating>
void submit_work(runtime::Context& context, runtime::Array<int>& array,
                 void* with, void (*body)(int*, void*),
                 const runtime::SubmitOptions& options = {}) {
    runtime::submit<Kernel>(context, Work{body, with}, options, array);
}

/// The message of the error of type E that `body` throws; empty if none.
template <class E, class Body>
std::string message_of(const Body& body) {
    try {
        body();
    } catch (const E& e) {
        return e.what();
    }
    return {};
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Sets `array` to zeros.
inline void clear(runtime::Array<int>& array) {
    const auto host = array.write();
    std::ranges::fill(host.span(), 0);
}

inline void wait_until(const std::atomic<bool>& flag) {
    while (!flag) std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

}  // namespace tasuki::test
