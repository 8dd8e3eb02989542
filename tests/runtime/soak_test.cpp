// Random messages with random delays between the ranks of a machine, for as
// long as TASUKI_SOAK_SECONDS says: on the GPUs that there are, else on CPUs.
//
//   TASUKI_SOAK_SECONDS=600 mpirun --bind-to none -n 4 runtime_soak_test
//
// A graph that comes out wrong is named with its seed, which TASUKI_SOAK_SEED
// starts from.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <random>

#include "runtime/core/devices.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/runtime/random_messages.hpp"
#include "tests/runtime/support.hpp"
#if defined(TASUKI_HAS_GPU) && !defined(TASUKI_IMITATED_GPU)
#include "tests/runtime/soak_kernels.hpp"
#endif

namespace {

using namespace tasuki;
using namespace tasuki::test;

unsigned from_environment(const char* name, unsigned otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr
               ? otherwise
               : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

/// One graph, many times.
template <class Packs, class Mixes>
void run_graph(unsigned seed, Where where) {
    const auto& ranks = runtime::mpi_ranks();
    // The same on all ranks.
    std::mt19937 random{seed};
    const std::array exchanges{
        Exchange::automatic, Exchange::host, Exchange::network,
        where == Where::gpu ? Exchange::copy : Exchange::automatic};
    const auto exchange = exchanges[random() % exchanges.size()];
    const std::size_t size =
        std::array<std::size_t, 3>{100, 5000, 300000}[random() % 3];
    const unsigned runs = 100 + random() % 200;
    const unsigned together = 1 + random() % 12;  // runs, at most
    // Ranks may differ.
    std::mt19937 own{seed + 7919U * static_cast<unsigned>(ranks.rank() + 1)};
    runtime::ContextOptions options{.gpus = where == Where::gpu ? -1 : 0,
                                    .ranks = &ranks,
                                    .capture = own() % 3 == 0
                                                   ? runtime::Capture::off
                                                   : runtime::Capture::on,
                                    .exchange = exchange};
    Context context{options};
    RandomMessages<Packs, Mixes> messages{context, seed, where, size};
    runtime::Graph graph =
        runtime::record(context, [&messages] { messages.submit(5); });
    for (unsigned left = runs; left > 0;) {
        const unsigned next = std::min<unsigned>(1 + own() % together, left);
        graph.run(next);
        left -= next;
        if (own() % 4 == 0) context.wait();
    }
    context.wait();
    for (unsigned k = 0; k < runs; ++k) messages.expect(5);
    CHECK(messages.is_right());
}

void run_graph(unsigned seed) {
#if defined(TASUKI_HAS_GPU) && !defined(TASUKI_IMITATED_GPU)
    if (!runtime::gpu_devices().empty())
        return run_graph<PackOnGpu, DelayedMix>(seed, Where::gpu);
#endif
    run_graph<Pack, SlowMix>(seed, kWhere);
}

}  // namespace

TEST_CASE("random messages with delays give the same for long on ranks") {
    using Clock = std::chrono::steady_clock;
    const auto& ranks = runtime::mpi_ranks();
    if (ranks.size() == 1) return skip(kOneRank);
    const double seconds = from_environment("TASUKI_SOAK_SECONDS", 3);
    const unsigned first = from_environment("TASUKI_SOAK_SEED", 1);
    const auto start = Clock::now();
    unsigned seed = first;
    constexpr double between_words = 30;  // [s]
    double said = 0;
    for (double passed = 0; passed < seconds; ++seed) {
        CAPTURE(seed);
        run_graph(seed);
        const std::chrono::duration<double> own = Clock::now() - start;
        passed = ranks.largest(own.count());
        if (!ranks.is_first() || passed - said < between_words) continue;
        // So that one that is stopped can be told from one that hangs.
        fmt::print(stderr, "{:.0f} s: {} graphs, last seed {}\n", passed,
                   seed + 1 - first, seed);
        said = passed;
    }
    if (ranks.is_first()) MESSAGE("graphs: ", (seed - first));
}
