// Machines and tasks for the tests of the runtime.
#pragma once

#include <doctest/doctest.h>
#include <starpu.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "runtime/codelet.hpp"
#include "runtime/context.hpp"
#include "runtime/devices.hpp"

namespace tasuki::test {

/// CPU workers only: they start quickly and are everywhere.
inline runtime::ContextOptions cpu_workers(int workers) {
    return {.cpu_workers = workers, .gpus = 0};
}

/// Two workers where there are two CPUs.
inline int several_workers() {
    return std::min(2, static_cast<int>(runtime::allowed_cpus().size()));
}

/// What a task does here: body(buffer of ints) when it runs.
struct Work {
    void (*body)(int* values, void* with);
    void* with;
    void operator()(int* values) const { body(values, with); }
};

inline void run_work(void* buffers[], void* args) {
    (*static_cast<const Work*>(args))(runtime::buffer<int>(buffers, 0));
}

/// A codelet named `name` that updates one array of int.
inline runtime::Codelet& updating(const char* name = "updating") {
    static runtime::Codelet first{{.name = "updating",
                                   .model = "test_updating",
                                   .access = {runtime::Access::update},
                                   .cpu = run_work}};
    static runtime::Codelet other{{.name = "other",
                                   .model = "test_other",
                                   .access = {runtime::Access::update},
                                   .cpu = run_work}};
    return std::string{name} == "other" ? other : first;
}

/// Submits work on `array`; `with` must outlive it.
inline void submit_work(const runtime::Array<int>& array, void* with,
                        void (*body)(int*, void*),
                        const runtime::SubmitOptions& options = {},
                        runtime::Codelet& codelet = updating()) {
    runtime::submit(codelet, Work{body, with}, options, array);
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
inline void clear(const runtime::Array<int>& array) {
    const auto host = array.acquire(runtime::Access::write);
    std::ranges::fill(host.span(), 0);
}

inline void wait_until(const std::atomic<bool>& flag) {
    while (!flag) std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

}  // namespace tasuki::test
