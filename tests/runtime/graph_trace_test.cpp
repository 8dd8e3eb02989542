// What is counted and traced of graphs.
#include <chrono>
#include <thread>

#include "runtime/core/background.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/runtime.hpp"
#include "runtime/trace/trace_log.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Graph;

}  // namespace

TEST_CASE("a list is one task of StarPU, and counts as those in it") {
    Context context{cpu_workers(1)};
    Array<int> y{context, 10, 1};
    Graph graph = runtime::record(context, [&] {
        for (int n = 0; n < 100; ++n)
            submit_work(context, y, nullptr, [](int*, void*) {});
    });
    graph.run();
    graph.run(4);
    context.wait();
    CHECK(graph.counts().runs == 5);
    CHECK(graph.counts().lists == 5);
    CHECK(graph.counts().listed == 500);
    const auto phases = context.statistics().phases();
    CHECK(phases.size() == 1);
    CHECK(phases.at("updating").on_cpu == 500);
    CHECK(phases.at("updating").seconds > 0);
}

TEST_CASE("a trace has the tasks of a list, each with its time") {
    Context context{cpu_workers(1)};
    Array<int> y{context, 10, 1};
    Graph graph = runtime::record(context, [&] {
        for (int n = 0; n < 3; ++n)
            submit_work(context, y, nullptr, [](int*, void*) {},
                        {.priority = n, .label = {n, 7}});
    });
    runtime::TraceLog log;
    context.session().log = &log;
    graph.run(4);
    context.wait();
    log.begin();
    const auto begin = runtime::machine_nanoseconds();
    for (int k = 0; k < 4; ++k) {
        const runtime::TraceIteration iteration{context, k};
        graph.run();
    }
    context.wait();
    const auto end = runtime::machine_nanoseconds();
    log.end();
    CHECK(graph.counts().lists == 8);
    const auto tasks = log.take_tasks();
    REQUIRE(tasks.size() == 12);
    auto last = begin;
    for (int k = 0; k < 12; ++k) {
        const auto& task = tasks[k];
        CAPTURE(k);
        CHECK(task.name == "updating");
        CHECK(task.captured);
        CHECK(task.iteration == k / 3);
        CHECK(task.priority == k % 3);
        CHECK(task.label.part == k % 3);
        CHECK(task.label.of_part == 7);
        CHECK(task.worker == 0);
        CHECK(task.buffers.size() == 1);
        CHECK(begin <= task.submitted);
        CHECK(task.submitted <= task.start);
        CHECK(last <= task.start);
        CHECK(task.ready <= task.start);
        // Each waits for the one before it in its list.
        if (k % 3 > 0) CHECK(last <= task.ready);
        CHECK(task.start <= task.end);
        last = task.end;
    }
    CHECK(last <= end);
    graph.run();
    context.wait();
    CHECK(log.take_tasks().empty());
}

TEST_CASE("a trace has the whole time of a function in the background") {
    Context context{cpu_workers(1)};
    runtime::TraceLog log;
    context.session().log = &log;
    log.begin();
    runtime::Background output{context};
    output.add("output", [] {
        std::this_thread::sleep_for(std::chrono::milliseconds{3});
    });
    output.wait();
    Array<int> y{context, 10, 1};
    submit_work(context, y, nullptr, [](int*, void*) {});
    context.wait();
    log.end();
    const auto tasks = log.take_tasks();
    REQUIRE(tasks.size() == 2);
    CHECK(tasks[0].name == "output");
    CHECK(tasks[0].beside);
    CHECK(tasks[0].end - tasks[0].start >= 3'000'000);
    CHECK(tasks[0].end <= tasks[1].start);
    CHECK_FALSE(tasks[1].beside);
}
