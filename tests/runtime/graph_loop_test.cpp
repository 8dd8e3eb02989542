// Graphs whose runs end by a value, and whose arguments change.
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "runtime/core/statistics.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/runtime/random_graph.hpp"
#include "tests/runtime/support.hpp"
#include "tests/skip.hpp"

using namespace tasuki;
using namespace tasuki::test;
using runtime::Graph, runtime::Where;

namespace {

/// value += step
struct Advance {
    static constexpr auto name = "advance";
    struct Args {
        int step;
    };
    static void cpu(const Args& a, Update<int> value) { value[0] += a.step; }
};

/// Has a value of its own, and a record of what it has been.
struct Counter {
    Array<int> value;
    Graph graph;
    Counter(Context& context, int step)
        : value{context, 1, 0}, graph{runtime::record(context, [&] {
              runtime::submit<Advance>(context, {step}, value);
              runtime::submit<Advance>(context, {0}, value);
          })} {}
};

constexpr auto below_ten = [](int value) { return value < 10; };

}  // namespace

TEST_CASE("runs end with the first whose value fails the test") {
    for (const int workers : {1, several_workers()}) {
        CAPTURE(workers);
        Context context{cpu_workers(workers)};
        for (const int step : {1, 3, 10, 100}) {
            CAPTURE(step);
            Counter counter{context, step};
            const std::int64_t needed = (10 + step - 1) / step;
            CHECK(runtime::run_while({counter.graph}, counter.value, below_ten,
                                     1 << 20) == needed);
            CHECK(counter.value.read()[0] == needed * step);
            CHECK(counter.graph.counts().runs == needed);
            // It fails the test already: that comes after a run.
            CHECK(runtime::run_while({counter.graph}, counter.value, below_ten,
                                     7) == 1);
            CHECK(runtime::run_while({counter.graph}, counter.value, below_ten,
                                     0) == 0);
            CHECK(counter.graph.counts().runs == needed + 1);
            context.wait();
        }
        CHECK(context.statistics().phases().at("advance").on_cpu ==
              2 * (10 + 4 + 1 + 1 + 4));
    }
}

TEST_CASE("there are at most as many runs as were asked for") {
    Context context{cpu_workers(1)};
    Counter counter{context, 1};
    const auto always = [](int) { return true; };
    CHECK(runtime::run_while({counter.graph}, counter.value, always, 3000) ==
          3000);
    CHECK(counter.value.read()[0] == 3000);
    CHECK(runtime::run_while({counter.graph}, counter.value, below_ten, -1) ==
          0);
}

TEST_CASE("graphs take turns until a value says no") {
    Context context{cpu_workers(1)};
    Array<int> u{context, 1, 0}, v{context, 1, 0};
    const auto step = [&](Array<int>& array, int by) {
        return runtime::record(
            context, [&] { runtime::submit<Advance>(context, {by}, array); });
    };
    Graph even = step(u, 4), odd = step(v, 1);
    for (const int expected : {5, 1}) {  // u is 12 after its third run
        CHECK(runtime::run_while({even, odd}, u, below_ten, 100) == expected);
        CHECK(u.read()[0] == (expected == 5 ? 12 : 16));
        CHECK(v.read()[0] == 2);
    }
    CHECK(even.counts().runs == 4);
    CHECK(odd.counts().runs == 2);
}

TEST_CASE("a loop by a value that no task writes is refused") {
    Context context{cpu_workers(1)};
    Counter counter{context, 1};
    Array<int> other{context, 1, 0};
    CHECK(contains(message_of<runtime::UsageError>([&] {
                       runtime::run_while({counter.graph}, other, below_ten, 9);
                   }),
                   "no task of the graphs writes"));
    CHECK(contains(message_of<runtime::UsageError>([&] {
                       (void)runtime::record(context, [&] {
                           runtime::run_while({counter.graph}, counter.value,
                                              below_ten, 9);
                       });
                   }),
                   "run of another"));
    CHECK(counter.value.read()[0] == 0);
}

TEST_CASE("a test that throws ends the loop") {
    Context context{cpu_workers(1)};
    Counter counter{context, 1};
    const auto throws = [](int value) -> bool {
        if (value == 3) throw std::runtime_error{"no more"};
        return true;
    };
    CHECK_THROWS_AS(
        runtime::run_while({counter.graph}, counter.value, throws, 100),
        runtime::TaskFailed);
}

TEST_CASE("runs from now on have the changed arguments") {
    for (const int workers : {1, several_workers()}) {
        CAPTURE(workers);
        Context context{cpu_workers(workers)};
        for (unsigned seed = 1; seed <= 10; ++seed) {
            CAPTURE(seed);
            RandomGraph tasks{context, seed}, others{context, seed};
            Graph graph = runtime::record(context, [&] { others.submit(7); });
            std::uint64_t first = 7;
            for (std::uint64_t by = 0; by < 6; ++by) {
                graph.run(2);  // which goes on while the next ones change
                for (int k = 0; k < 2; ++k) tasks.submit(first);
                const auto add = [by](Seed& args) { args.seed += by; };
                graph.change<Change>(add);
                graph.change<AddTo>(add);
                graph.change<Gather>(add);
                first += by;
            }
            CHECK(tasks.sums() == others.sums());
        }
    }
}

TEST_CASE("each task of a kernel can be changed") {
    Context context{cpu_workers(1)};
    Array<int> value{context, 1, 0};
    Graph graph = runtime::record(context, [&] {
        for (int step = 1; step <= 3; ++step)
            runtime::submit<Advance>(context, {step}, value);
    });
    std::vector<int> seen;
    const auto run = [&](int expected) {
        const int before = value.read()[0];
        graph.run(5);
        CHECK(value.read()[0] == before + 5 * expected);
    };
    run(6);
    graph.change<Advance>([&](Advance::Args& args) {
        seen.push_back(args.step);
        args.step *= 10;
    });
    CHECK(seen == std::vector{1, 2, 3});
    run(60);
    CHECK(contains(message_of<runtime::UsageError>(
                       [&] { graph.change<Change>([](Seed&) {}); }),
                   "a graph of 3 tasks has none of kernel change"));
    run(60);
}

TEST_CASE("tasks that are in no list have changed arguments, too") {
    Context context{cpu_workers(1)};
    Array<int> value{context, 1, 0};
    Graph graph = runtime::record(context, [&] {
        runtime::submit<Advance>(context, {1}, {.when_done = [] {}}, value);
        runtime::submit<Advance>(context, {2}, {.when_done = [] {}}, value);
    });
    graph.run(3);
    graph.change<Advance>([](Advance::Args& args) { args.step += 10; });
    graph.run(3);
    CHECK(value.read()[0] == 9 + 69);
    CHECK(graph.counts().lists == 0);
    CHECK(runtime::run_while(
              {graph}, value, [](int v) { return v < 100; }, 9) == 1);
}
