// Lists of several GPUs, which are one graph.
#include <string>

#include "runtime/core/environment_changes.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/statistics.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/trace/trace_log.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/imitated/programs.hpp"
#include "tests/runtime/support.hpp"
#include "tests/skip.hpp"

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Graph;

namespace {

constexpr const char* kOneGpu = "a list of several GPUs needs two";

}  // namespace

TEST_CASE("what two GPUs do in turns is one list, with copies in it") {
    Context context{with_capture()};
    const auto gpus = each_gpu(context);
    if (gpus.size() < 2) return skip(kOneGpu);
    Array<unsigned> y{context, 1000, 1}, x{context, 1000, 2};
    Graph graph = runtime::record(context, [&] {
        for (unsigned n = 0; n < 3; ++n) {  // ends on the first GPU
            runtime::submit<Mix>(context, {n}, gpus[n % 2], y, x);
            runtime::submit<Mix>(context, {5}, gpus[n % 2], x, y);
        }
    });
    unsigned expected_y = 1, expected_x = 2;
    for (unsigned k = 0; k < 20; ++k) {
        graph.run();
        for (unsigned n = 0; n < 3; ++n) {
            expected_y = 3 * expected_y + expected_x + n;
            expected_x = 3 * expected_x + expected_y + 5;
        }
        if (k % 7 == 0) {
            CHECK(y.read()[0] == expected_y);
            CHECK(x.read()[999] == expected_x);
        }
    }
    CHECK(y.read()[0] == expected_y);
    CHECK(x.read()[999] == expected_x);
    CHECK(graph.counts().lists == 20);
    CHECK(graph.counts().listed == 20 * 6);
    CHECK(context.session().graphs.launched > 0);
    CHECK(context.statistics().phases().at("mix").on_gpu == 20 * 6);
}

TEST_CASE("an array that another GPU wrote last is at its home afterwards") {
    Context context{with_capture()};
    const auto gpus = each_gpu(context);
    if (gpus.size() < 2) return skip(kOneGpu);
    Array<unsigned> y{context, 1000, 1}, x{context, 1000, 2};
    Graph graph = runtime::record(context, [&] {
        runtime::submit<Mix>(context, {0}, gpus[0], y, x);
        runtime::submit<Mix>(context, {1}, gpus[1], y, x);
    });
    unsigned expected = 1;
    for (unsigned k = 0; k < 6; ++k) {
        graph.run();
        // As a task, and not of the graph.
        runtime::submit<Mix>(context, {2}, gpus[k % 2], y, x);
        for (const unsigned a : {0, 1, 2}) expected = 3 * expected + 2 + a;
    }
    CHECK(y.read()[0] == expected);
    CHECK(graph.counts().lists == 6);
}

TEST_CASE("a joint list finds memory beside what StarPU keeps of arrays") {
    constexpr std::size_t elements = (std::size_t{1} << 19) / sizeof(unsigned);
    constexpr int kept = 15;
    runtime::EnvironmentChanges limit;
    limit.set("STARPU_LIMIT_CUDA_MEM", "8");
    Context context{with_capture()};
    const auto gpus = each_gpu(context);
    if (gpus.size() < 2) return skip(kOneGpu);
    for (const auto& gpu : gpus) {
        std::vector<Array<unsigned>> gone;
        for (int k = 0; k < kept; ++k) {
            gone.emplace_back(context, elements, 1U);
            runtime::submit<Fill>(context, {3}, gpu, gone.back());
        }
        context.wait();
    }
    Array<unsigned> y{context, 2 * elements, 1}, x{context, 2 * elements, 2};
    Graph graph = runtime::record(context, [&] {
        runtime::submit<Mix>(context, {0}, gpus[0], y, x);
        runtime::submit<Mix>(context, {1}, gpus[1], y, x);
    });
    unsigned expected = 1;
    for (int k = 0; k < 4; ++k) {
        graph.run();
        for (const unsigned a : {0, 1}) expected = 3 * expected + 2 + a;
    }
    CHECK(y.read()[2 * elements - 1] == expected);
    CHECK(graph.counts().lists == 4);
}

TEST_CASE("a trace has the tasks of a joint list on their GPUs, in order") {
    Context context{with_capture()};
    const auto gpus = each_gpu(context);
    if (gpus.size() < 2) return skip(kOneGpu);
    runtime::TraceLog log;
    context.session().log = &log;
    Array<unsigned> y{context, 1000, 1}, x{context, 1000, 2};
    Graph graph = runtime::record(context, [&] {
        runtime::submit<Mix>(context, {0}, gpus[0], y, x);
        runtime::submit<Mix>(context, {1}, gpus[1], x, y);
    });
    graph.run(2);
    context.wait();
    log.begin();
    graph.run();
    context.wait();
    log.end();
    const auto tasks = log.take_tasks();
    REQUIRE(tasks.size() == 2);
    CHECK(tasks[0].worker == gpus[0].worker);
    CHECK(tasks[1].worker == gpus[1].worker);
    // As exact as the clocks are.
    CHECK(tasks[0].end <= tasks[1].start + 100000);
    context.session().log = nullptr;
}
