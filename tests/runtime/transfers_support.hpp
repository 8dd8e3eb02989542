// Ranks of a machine that send each other arrays of numbers, through memory of
// the host, and in tests/imitated/ from GPU to GPU.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "runtime/core/statistics.hpp"
#include "runtime/mpi/message.hpp"
#include "runtime/mpi/ranks.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/skip.hpp"

namespace tasuki::test {

/// Why a case skips that is run without mpirun.
inline constexpr const char* kOneRank = "one rank has nobody to send to";

using runtime::Array, runtime::Context, runtime::Exchange, runtime::Where;

using Numbers = Array<unsigned>;

#if defined(TASUKI_IMITATED_GPU)
inline constexpr int kGpus = -1;  // all
inline constexpr Where kWhere = Where::gpu;
#else
inline constexpr int kGpus = 0;
inline constexpr Where kWhere = Where::cpu;
#endif

inline runtime::ContextOptions among_ranks(Exchange exchange) {
    return {.cpu_workers = 1,
            .gpus = kGpus,
            .ranks = &runtime::mpi_ranks(),
            .exchange = exchange};
}

/// Those of Exchange that are possible here, on all ranks.
inline std::vector<Exchange> possible_exchanges() {
    std::vector<Exchange> all{Exchange::automatic, Exchange::host,
                              Exchange::network};
    if (kGpus != 0) all.insert(all.end(), {Exchange::copy, Exchange::stores});
    return all;
}
/// Ranks whose GPU the one of this rank reaches.
inline int reached_gpus(const runtime::Ranks& ranks) {
    return ranks.reached(Exchange::stores) + ranks.reached(Exchange::copy);
}
/// Where the tasks of messages are.
inline Where where_of(Exchange exchange) {
    return exchange == Exchange::host ? Where::cpu : kWhere;
}

/// As between machines, if TASUKI_TEST_EXCHANGE=network.
inline Exchange exchange_of_test() {
    const char* const wanted = std::getenv("TASUKI_TEST_EXCHANGE");
    return runtime::parse_exchange(wanted == nullptr ? "auto" : wanted);
}

/// With one GPU, if there are any: then lists have messages.
inline runtime::ContextOptions with_capture(runtime::Capture capture) {
    auto options = among_ranks(exchange_of_test());
    options.gpus = std::min(std::abs(kGpus), 1);
    options.capture = capture;
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

/// Mix that takes some time.
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

/// What every rank has after `rounds` rounds of: mix what has come with one's
/// own and `a`, and send that on.
inline std::vector<unsigned> expected_after(int rounds, int ranks, unsigned a) {
    std::vector<unsigned> own(ranks), come(ranks, 0);
    for (int r = 0; r < ranks; ++r) own[r] = static_cast<unsigned>(r + 1);
    for (int k = 0; k < rounds; ++k) {
        for (int r = 0; r < ranks; ++r) own[r] = 3 * own[r] + come[r] + a;
        for (int r = 0; r < ranks; ++r) come[r] = own[(r + ranks - 1) % ranks];
    }
    return own;
}

/// Each rank sends to the next one.
struct Ring {
    static constexpr unsigned kArgument = 5;  // of a round

    explicit Ring(Context& its, std::size_t size)
        : context{its},
          rank{its.ranks().rank()},
          ranks{its.ranks().size()},
          own{its, size, static_cast<unsigned>(rank + 1)},
          come{its, size, 0} {}

    void submit_round(Where where) {
        runtime::submit<Mix>(context, {kArgument}, {.where = where}, own, come);
        if (ranks == 1)
            runtime::submit<Mix>(context, {0}, come, own);
        else
            submit_messages();
    }
    void submit_messages() {
        const int to = (rank + 1) % ranks, from = (rank + ranks - 1) % ranks;
        runtime::submit_send(own, to, 3, 1);
        runtime::submit_receive(come, from, 3, 1);
    }
    bool is_right(int rounds) {
        const unsigned expected =
            expected_after(rounds, ranks, kArgument)[rank];
        return std::ranges::all_of(own.read(), [expected](unsigned value) {
            return value == expected;
        });
    }

    Context& context;
    int rank, ranks;
    Numbers own, come;
};

}  // namespace tasuki::test
