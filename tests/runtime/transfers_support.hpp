// Ranks of a machine that send each other arrays of numbers, through memory of
// the host, and in tests/imitated/ from GPU to GPU.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "runtime/core/statistics.hpp"
#include "runtime/mpi/message.hpp"
#include "runtime/mpi/ranks.hpp"
#include "tests/imitated/kernels.hpp"

namespace tasuki::test {

using runtime::Array, runtime::Context, runtime::Exchange, runtime::Where,
    runtime::Way;

using Numbers = Array<unsigned>;

#if defined(TASUKI_IMITATED_GPU)
inline constexpr int kGpus = -1;  // all
inline constexpr Where kWhere = Where::gpu;
inline constexpr Way kWay = Way::gpu;
#else
inline constexpr int kGpus = 0;
inline constexpr Where kWhere = Where::cpu;
inline constexpr Way kWay = Way::memory;
#endif

inline runtime::ContextOptions among_ranks(Exchange exchange) {
    return {.cpu_workers = 1,
            .gpus = kGpus,
            .ranks = &runtime::mpi_ranks(),
            .exchange = exchange};
}

/// With one GPU, if there are any: then lists have messages.
inline runtime::ContextOptions with_replays(runtime::Replays replays) {
    auto options = among_ranks(Exchange::automatic);
    options.gpus = std::min(std::abs(kGpus), 1);
    options.replays = replays;
    return options;
}

/// Tasks there.
inline int count(Context& context, const char* kernel, Where where = kWhere) {
    const auto phases = context.statistics().phases();
    const auto found = phases.find(kernel);
    if (found == phases.end()) return 0;
    return static_cast<int>(where == Where::gpu ? found->second.on_gpu
                                                : found->second.on_cpu);
}

/// Mix that takes some time, which is another each time.
struct SlowMix : runtime::WithoutModel {
    static constexpr auto name = "slow_mix";
    struct Args {
        unsigned a, microseconds;
    };
    static void cpu(const Args& args, Mix::Inout y, Mix::In x) {
        std::this_thread::sleep_for(
            std::chrono::microseconds{args.microseconds});
        Mix::cpu({args.a}, y, x);
    }
    static void gpu(const Args&, Mix::Inout, Mix::In, gpu::Stream) {
        std::abort();
    }
};

/// Graphs for a test: TASUKI_TEST_SEEDS=N: so many, for a soak.
inline int seeds_of_graphs() {
    const char* const wanted = std::getenv("TASUKI_TEST_SEEDS");
    if (wanted != nullptr) return std::atoi(wanted);
    return kGpus == 0 ? 4 : 2;
}

}  // namespace tasuki::test
