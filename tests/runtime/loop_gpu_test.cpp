// Loops of a GPU that is here: the imitated one (tests/imitated) runs no
// kernel.
#include "runtime/core/session.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/graph/loop.hpp"
#include "tests/runtime/loop_kernels.hpp"
#include "tests/runtime/support.hpp"
#include "tests/skip.hpp"

#if defined(TASUKI_HAS_GPU)

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Graph;

runtime::ContextOptions one_gpu() {
    runtime::ContextOptions options{.gpus = 1};
    options.capture = runtime::Capture::on;
    return options;
}

/// A value that a graph of some tasks advances.
struct Counter {
    Array<unsigned> value;
    Graph graph;
    Counter(Context& context, unsigned tasks)
        : value{context, 1, 0}, graph{runtime::record(context, [&] {
              for (unsigned k = 0; k < tasks; ++k)
                  runtime::submit<AdvanceOnGpu>(context, {k == 0 ? 1u : 0u},
                                                value);
          })} {}
};

}  // namespace

TEST_CASE("runs on a GPU are as many as were asked for") {
    if (runtime::gpu_devices().empty()) return skip("no GPU is here");
    Context context{one_gpu()};
    for (const unsigned tasks : {1, 4, 20, 100}) {
        CAPTURE(tasks);
        Counter counter{context, tasks};
        unsigned expected = 0;
        for (const unsigned runs : {1, 64, 1000, 71, 3, 5000}) {
            counter.graph.run(runs);
            expected += runs;
            CHECK(counter.value.read()[0] == expected);
        }
    }
    if (runtime::detail::has_loops()) CHECK(context.session().graphs.loops > 0);
}

TEST_CASE("a GPU ends its runs by a value") {
    if (runtime::gpu_devices().empty()) return skip("no GPU is here");
    Context context{one_gpu()};
    for (const unsigned tasks : {1, 20, 100}) {
        CAPTURE(tasks);
        Counter counter{context, tasks};
        unsigned value = 0;
        for (const unsigned most : {1, 2, 70, 71, 5000}) {
            const unsigned runs = most > value ? most - value : 1;
            CHECK(runtime::run_while({counter.graph}, counter.value,
                                     is_below(most), 10000) == runs);
            value += runs;
            CHECK(counter.value.read()[0] == value);
        }
        CHECK(runtime::run_while({counter.graph}, counter.value, is_below(~0u),
                                 3000) == 3000);
        CHECK(counter.value.read()[0] == value + 3000);
    }
    if (runtime::detail::has_loops())
        CHECK(context.session().graphs.loops >= 3 * 3);
}

TEST_CASE("runs on a GPU have the changed arguments") {
    if (runtime::gpu_devices().empty()) return skip("no GPU is here");
    Context context{one_gpu()};
    Counter counter{context, 20};
    unsigned expected = 0;
    for (unsigned by = 1; by < 40; ++by) {
        // One of twenty, or all.
        unsigned k = 0;
        counter.graph.change<AdvanceOnGpu>([&](AdvanceOnGpu::Args& args) {
            args.by = k++ == by % 20 || by % 10 == 0 ? by : 0;
        });
        const int runs = by % 3 == 0 ? 100 : 1;
        counter.graph.run(runs);
        expected += by * runs * (by % 10 == 0 ? 20 : 1);
        if (by % 4 == 0) CHECK(counter.value.read()[0] == expected);
    }
    CHECK(counter.value.read()[0] == expected);
}

#else

TEST_CASE("loops of a GPU") {
    tasuki::test::skip("this build is without a GPU toolkit");
}

#endif
