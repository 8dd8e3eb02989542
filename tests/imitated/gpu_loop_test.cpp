// Graphs that a GPU runs in a loop, and graphs that get other arguments.
#include <cstring>
#include <vector>

#include "runtime/core/environment_changes.hpp"
#include "runtime/core/session.hpp"
#include "runtime/gpu/stream_flags.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/imitated/programs.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Graph, runtime::Where;
using runtime::GraphCounts, runtime::LoopTest;

/// value += a
struct Advance : runtime::WithoutModel {
    static constexpr auto name = "advance";
    using Args = Mix::Args;
    static void cpu(const Args& args, Mix::Inout value) { value[0] += args.a; }
    static void gpu(const Args&, Mix::Inout, gpu::Stream) { std::abort(); }
};

/// The same, behind a number that is there: no loop can have such a wait.
struct AdvanceBehind : runtime::WithoutModel {
    static constexpr auto name = "advance_behind";
    struct Args {
        std::uint32_t* number;  ///< as streams see it
    };
    static void gpu(const Args& args, Mix::Inout value, gpu::Stream stream) {
        gpu::wait_for(stream, args.number, 5);
        queue_on_host(stream, [=] { value[0] += 1; });
    }
};

/// What the imitated device calls in place of a kernel.
bool is_below(const void* value, const void* most) {
    unsigned its = 0;
    std::memcpy(&its, most, sizeof its);
    return *static_cast<const unsigned*>(value) < its;
}
LoopTest<unsigned> below(unsigned most) {
    runtime::detail::LoopEnd end{reinterpret_cast<const void*>(&is_below)};
    std::memcpy(end.test.data(), &most, sizeof most);
    return {[most](unsigned value) { return value < most; }, end};
}

/// A value that tasks of a graph advance.
struct Counter {
    Array<unsigned> value;
    Graph graph;
    explicit Counter(Context& context)
        : value{context, 1, 0}, graph{runtime::record(context, [&] {
              for (const unsigned by : {1, 0})
                  runtime::submit<Advance>(context, {by},
                                           each_gpu(context).back(), value);
          })} {}
};

}  // namespace

TEST_CASE("a small graph is repeated by its GPU") {
    Context context{with_capture()};
    const GraphCounts& graphs = context.session().graphs;
    Program program{context, 1, {each_gpu(context).back()}};
    Graph graph = program.record(5);
    graph.run(1000);
    program.expect(5, 1000);
    CHECK(program.is_right());
    CHECK(graphs.queued.load() == 1);
    CHECK(graphs.captured.load() == 2);
    CHECK(graphs.launched.load() ==
          1 + 7);  // 124 turns of 8 runs, and the rest
    graph.run(1000);
    graph.run(3);
    program.expect(5, 1003);
    CHECK(program.is_right());
    CHECK(graphs.captured.load() == 2);
    CHECK(graphs.launched.load() == 1 + 7 + 1 + 3);
    CHECK(graphs.loops.load() == 2);
    // Few runs are not worth another graph.
    Graph other = program.record(6);
    other.run(50);
    program.expect(6, 50);
    CHECK(program.is_right());
    CHECK(graphs.captured.load() == 3);
    CHECK(graphs.launched.load() == 12 + 49);
}

TEST_CASE("what no loop can have is launched again and again") {
    runtime::EnvironmentChanges changes;
    Context context{with_capture()};
    const GraphCounts& graphs = context.session().graphs;
    const auto gpus = each_gpu(context);
    SUBCASE("a driver without loops") {
        changes.set("TASUKI_IMITATED_LOOPS", "0");
        Program program{context, 1, {gpus.front()}};
        Graph graph = program.record(5);
        graph.run(1000);
        program.expect(5, 1000);
        CHECK(program.is_right());
        CHECK(graphs.captured.load() == 1);
        CHECK(graphs.launched.load() == 999);
    }
    SUBCASE("a graph on all GPUs") {
        if (gpus.size() == 1) return;
        Program program{context, 1, gpus};
        Graph graph = program.record(5);
        graph.run(1000);
        program.expect(5, 1000);
        CHECK(program.is_right());
        CHECK(graphs.launched.load() == 999);
    }
    SUBCASE("a large graph") {
        Program program{context, 1, {gpus.front()}};
        Graph graph = runtime::record(context, [&] {
            program.submit(1);
            program.submit(1);
        });
        for (int k = 0; k < 4; ++k) graph.run(600);
        program.expect(1, 4800);
        CHECK(program.is_right());
        CHECK(graphs.loops.load() == 0);
    }
    SUBCASE("a task that waits for memory of the host") {
        auto* const number =
            static_cast<std::uint32_t*>(gpu::allocate_pinned(4096));
        *number = 5;
        {
            Array<unsigned> value{context, 1, 0};
            Graph graph = runtime::record(context, [&] {
                runtime::submit<AdvanceBehind>(context, {number}, gpus.front(),
                                               value);
            });
            graph.run(100);
            graph.run(100);
            CHECK(value.read()[0] == 200);
            CHECK(graphs.captured.load() == 1);
            CHECK(graphs.launched.load() == 199);
        }
        gpu::free_pinned(number);
    }
}

TEST_CASE("a GPU ends a loop by a value") {
    Context context{with_capture()};
    const GraphCounts& graphs = context.session().graphs;
    Counter counter{context};
    const auto run = [&](unsigned most, std::int64_t runs) {
        return runtime::run_while({counter.graph}, counter.value, below(most),
                                  runs);
    };
    CHECK(run(500, 1000) == 500);
    CHECK(counter.value.read()[0] == 500);
    CHECK(graphs.queued.load() == 1);
    CHECK(graphs.launched.load() == 1);
    CHECK(graphs.captured.load() == 1);
    CHECK(run(500, 1000) == 1);
    CHECK(run(600, 40) == 40);
    CHECK(counter.value.read()[0] == 541);
    CHECK(run(600, 1000) == 59);
    // More than one list has.
    CHECK(run(1 << 20, 2000) == 2000);
    counter.graph.run(100);
    CHECK(counter.value.read()[0] == 2700);
    CHECK(run(2710, 100) == 10);
    CHECK(counter.graph.counts().runs == 2710);
    context.wait();
    CHECK(context.statistics().phases().at("advance").on_gpu == 2 * 2710);
}

TEST_CASE("a loop goes by the value that it was told") {
    Context context{with_capture(1)};
    Array<unsigned> slow{context, 1, 0}, fast{context, 1, 0};
    Graph graph = runtime::record(context, [&] {
        runtime::submit<Advance>(context, {1}, {.where = Where::gpu}, slow);
        runtime::submit<Advance>(context, {5}, {.where = Where::gpu}, fast);
    });
    // Twice by each: the graph of the other one is there.
    for (int k = 0; k < 2; ++k) {
        const unsigned before = 30 * k;
        const auto run = [&](Array<unsigned>& value, unsigned most) {
            return runtime::run_while({graph}, value, below(most), 100);
        };
        CHECK(run(slow, before + 10) == 10);
        CHECK(run(fast, 5 * before + 100) == 10);
        CHECK(run(slow, before + 30) == 10);
    }
    CHECK(slow.read()[0] == 60);
    CHECK(fast.read()[0] == 300);
}

TEST_CASE("the host ends a loop that a GPU cannot end") {
    runtime::EnvironmentChanges changes;
    Context context{with_capture(1)};
    const GraphCounts& graphs = context.session().graphs;
    Counter counter{context};
    LoopTest<unsigned> test = below(30);
    SUBCASE("a test for the host") {
        test = [](unsigned value) { return value < 30; };
    }
    SUBCASE("a driver without loops") {
        changes.set("TASUKI_IMITATED_LOOPS", "0");
    }
    CHECK(runtime::run_while({counter.graph}, counter.value, test, 100) == 30);
    CHECK(counter.value.read()[0] == 30);
    CHECK(graphs.queued.load() == 1);
    CHECK(graphs.launched.load() == 29);
    CHECK(runtime::run_while({counter.graph}, counter.value, test, 100) == 1);
}

TEST_CASE("GPUs take turns with two graphs until a value says no") {
    Context context{with_capture()};
    Counter even{context}, odd{context};
    CHECK(runtime::run_while({even.graph, odd.graph}, odd.value, below(20),
                             100) == 40);
    CHECK(even.value.read()[0] == 20);
    CHECK(odd.value.read()[0] == 20);
}

TEST_CASE("a captured graph is updated in the tasks that have changed") {
    Context context{with_capture(1)};
    const GraphCounts& graphs = context.session().graphs;
    Array<unsigned> y{context, 1000, 1}, x{context, 1000, 1};
    const runtime::SubmitOptions there{.where = Where::gpu};
    Graph graph = runtime::record(context, [&] {
        for (unsigned a = 0; a < 5; ++a)
            runtime::submit<Mix>(context, {a}, there, y, x);
    });
    std::vector<unsigned> as{0, 1, 2, 3, 4};
    unsigned expected = 1;
    const auto run = [&](int times) {
        graph.run(times);
        for (int k = 0; k < times; ++k)
            for (const unsigned a : as) expected = 3 * expected + 1 + a;
    };
    const auto change = [&](unsigned by, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) as[2 * k] += by;
        std::size_t k = 0;
        graph.change<Mix>([&](Mix::Args& args) { args.a = as[k++]; });
    };
    run(3);
    CHECK(y.read()[0] == expected);
    for (unsigned k = 1; k < 10; ++k) {
        change(k, 2);
        run(1);
        CHECK(y.read()[0] == expected);
    }
    CHECK(graphs.queued.load() == 1);
    CHECK(graphs.captured.load() == 1);
    const auto updated = graphs.updated.load();
    CHECK(updated == 9);
    change(0, 2);  // none
    run(1);
    CHECK(y.read()[0] == expected);
    CHECK(graphs.updated.load() == updated);
    change(7, 3);  // most of them: a capture
    run(200);      // in a loop
    context.wait();
    CHECK(graphs.loops.load() == 1);
    change(9, 1);
    run(100);  // not worth another one yet
    context.wait();
    CHECK(graphs.loops.load() == 1);
    run(100);
    context.wait();
    CHECK(graphs.loops.load() == 2);
    CHECK(y.read()[0] == expected);
    CHECK(graphs.queued.load() == 1);
    // While runs wait, of which some go to the GPU together.
    for (unsigned k = 1; k < 60; ++k) {
        if (k % 5 < 2) change(k, 2);
        run(1);
    }
    CHECK(y.read()[0] == expected);
}
