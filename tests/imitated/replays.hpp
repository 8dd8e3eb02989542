// For the tests of replays.
#pragma once

#include <vector>

#include "runtime/core/context.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::test {

inline runtime::ContextOptions with_replays(int gpus = -1) {
    runtime::ContextOptions options;
    options.gpus = gpus;
    options.replays = runtime::Replays::on;
    return options;
}

/// Each GPU by its worker.
inline std::vector<runtime::SubmitOptions> each_gpu(
    const runtime::Context& context) {
    std::vector<runtime::SubmitOptions> places;
    for (const auto& worker : context.workers(runtime::Worker::Kind::gpu))
        places.push_back({.worker = worker.id});
    return places;
}

}  // namespace tasuki::test
