// Lets gpu_entry() of runtime/core/kernel.hpp compute with the CPU functions of
// kernels, on streams of the imitated devices: for sources that are compiled
// with TASUKI_IMITATED_GPU, which is the name of this file.
#pragma once

#include <deque>
#include <functional>
#include <mutex>

#include "runtime/core/team.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::test {

inline void call_on_one_cpu(void* call) {
    // The thread of the devices is no worker, whose team it could use.
    runtime::use_team({0});
    (*static_cast<std::function<void()>*>(call))();
}

/// Calls `call` when the stream comes to it, each time that it does: a captured
/// graph may be launched often, so it is kept until the process ends.
inline void queue_on_host(gpu::Stream stream, std::function<void()> call) {
    static std::mutex mutex;
    static auto* const calls = new std::deque<std::function<void()>>;
    const std::lock_guard lock{mutex};
    gpu::check(
        TASUKI_GPU_API(LaunchHostFunc)(stream, call_on_one_cpu,
                                       &calls->emplace_back(std::move(call))),
        "launch of a host function");
}

}  // namespace tasuki::test
