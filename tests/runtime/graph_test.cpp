// Graphs that are recorded once give what the same tasks give.
#include "runtime/graph/graph.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "runtime/core/statistics.hpp"
#include "tests/runtime/random_graph.hpp"
#include "tests/runtime/support.hpp"
#include "tests/skip.hpp"

using namespace tasuki;
using namespace tasuki::test;
using runtime::Graph;

TEST_CASE("runs of a random graph have the bits of its tasks") {
    for (const int workers : {1, several_workers()}) {
        Context context{cpu_workers(workers)};
        for (unsigned seed = 1; seed <= 20; ++seed) {
            CAPTURE(seed);
            RandomGraph tasks{context, seed}, others{context, seed};
            Graph graph = runtime::record(context, [&] { others.submit(7); });
            CHECK(graph.size() == 40);
            // Nothing has run.
            CHECK(tasks.sums() == others.sums());
            for (const int times : {1, 3, 20}) {
                for (int k = 0; k < times; ++k) tasks.submit(7);
                graph.run(times);
                CHECK(tasks.sums() == others.sums());
            }
            CHECK(graph.counts().runs == 24);
            if (workers == 1) CHECK(graph.counts().listed == 24 * 40);
        }
    }
}

TEST_CASE("lists of several workers grow side by side") {
    const int workers = several_workers();
    if (workers == 1) return skip("one CPU is one worker");
    Context context{cpu_workers(workers)};
    std::int64_t lists = 0;
    for (unsigned seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        RandomGraph tasks{context, seed, workers};
        RandomGraph others{context, seed, workers};
        Graph graph = runtime::record(context, [&] { others.submit(7); });
        for (int k = 0; k < 8; ++k) tasks.submit(7);
        graph.run(8);
        CHECK(tasks.sums() == others.sums());
        lists += graph.counts().lists;
    }
    CHECK(lists > 0);
}

TEST_CASE("a function that is called when a task is done keeps it a task") {
    Context context{cpu_workers(1)};
    Numbers y{context, 10, 1};
    std::atomic<int> called{0};
    Graph graph = runtime::record(context, [&] {
        for (int n = 0; n < 3; ++n)
            runtime::submit<Change>(context, {1},
                                    {.when_done = [&called] { ++called; }}, y);
    });
    graph.run(5);
    context.wait();
    CHECK(called == 15);
    CHECK(graph.counts().lists == 0);
}

TEST_CASE("graphs take turns, also with tasks in between") {
    Context context{cpu_workers(1)};
    Numbers u{context, 9, 1}, v{context, 9, 2};
    const auto step = [&](Numbers& to, Numbers& from, std::uint64_t seed) {
        runtime::submit<AddTo>(context, {seed}, to, from);
        runtime::submit<Change>(context, {seed + 1}, to);
    };
    Graph even = runtime::record(context, [&] { step(u, v, 1); });
    Graph odd = runtime::record(context, [&] { step(v, u, 5); });
    runtime::run({even, odd}, 60);
    runtime::submit<Change>(context, {9}, u);
    runtime::run({even, odd}, 3);
    CHECK(even.counts().runs == 32);
    CHECK(odd.counts().runs == 31);
    std::uint64_t a = 1, b = 2;
    const auto expect = [](std::uint64_t& to, std::uint64_t from,
                           std::uint64_t seed) {
        to = mix(mix(to, from + seed), seed + 1);
    };
    for (int k = 0; k < 30; ++k) {
        expect(a, b, 1);
        expect(b, a, 5);
    }
    a = mix(a, 9);
    expect(a, b, 1);
    expect(b, a, 5);
    expect(a, b, 1);
    CHECK(u.read()[8] == a);
    CHECK(v.read()[8] == b);
}

TEST_CASE("tasks of a graph are counted as any") {
    Context context{cpu_workers(1)};
    Numbers y{context, 3, 1};
    Graph graph = runtime::record(context, [&] {
        for (std::uint64_t k = 0; k < 3; ++k)
            runtime::submit<Change>(context, {k}, y);
    });
    graph.run(2000);
    context.wait();
    CHECK(context.statistics().phases().at("change").on_cpu == 6000);
}

TEST_CASE("what a graph cannot do again is not recorded") {
    Context context{cpu_workers(1)};
    Numbers y{context, 3, 1};
    const auto refused = [&](const auto& body) {
        return message_of<runtime::UsageError>(
            [&] { (void)runtime::record(context, body); });
    };
    CHECK(contains(refused([&] { (void)y.read(); }), "no use of an array"));
    CHECK(contains(refused([&] { context.wait(); }), "no wait for tasks"));
    Graph graph = runtime::record(context, [&] {
        runtime::submit<Change>(context, {1}, y);
        // Of another thread: a task as ever.
        std::thread{[&] { runtime::submit<Change>(context, {2}, y); }}.join();
    });
    CHECK(graph.size() == 1);
    CHECK(contains(refused([&] { graph.run(); }), "run of another"));
    CHECK(contains(refused([&] { (void)runtime::record(context, [] {}); }),
                   "no other graph"));
    // What is refused is left, and recording has ended.
    graph.run();
    CHECK(y.read()[0] == mix(mix(1, 2), 1));
    runtime::record(context, [] {}).run(3);
}

TEST_CASE("a graph whose array is gone does not run") {
    Context context{cpu_workers(1)};
    std::optional<Numbers> y{std::in_place, context, 3, 1u};
    Numbers x{context, 3, 1};
    Graph graph = runtime::record(context, [&] {
        runtime::submit<Change>(context, {1}, x);
        runtime::submit<AddTo>(context, {1}, *y, x);
    });
    Graph other = runtime::record(
        context, [&] { runtime::submit<Change>(context, {1}, x); });
    graph.run(5);
    y.reset();
    // Another array may have its place.
    const Numbers next{context, 3, 1};
    CHECK(contains(message_of<runtime::UsageError>([&] { graph.run(); }),
                   "task add_to"));
    other.run();
    std::uint64_t expected = 1;
    for (int k = 0; k < 6; ++k) expected = mix(expected, 1);
    CHECK(x.read()[0] == expected);
}

TEST_CASE("a graph reads what another one writes, and nothing unwritten") {
    Context context{cpu_workers(1)};
    Numbers to{context, 3}, from{context, 3, 5};
    runtime::List<Read<std::uint64_t>> list;
    list.add(from);
    Graph write = runtime::record(
        context, [&] { runtime::submit<Gather>(context, {7}, to, list); });
    Graph change = runtime::record(
        context, [&] { runtime::submit<Change>(context, {1}, to); });
    CHECK(contains(message_of<runtime::UsageError>([&] { change.run(); }),
                   "change reads array 1"));
    write.run();
    change.run(2);
    CHECK(to.read()[0] == mix(mix(mix(7, 5), 1), 1));
}

TEST_CASE("arrays stay with a worker until others want them") {
    for (const int workers : {1, several_workers()}) {
        CAPTURE(workers);
        Context context{cpu_workers(workers)};
        std::vector<Numbers> arrays;
        std::vector<std::uint64_t> expected;
        for (std::uint64_t k = 0; k < 6; ++k) {
            arrays.emplace_back(context, 3, k);
            expected.push_back(k);
        }
        const int first = context.workers().front().id;
        const auto step = [&](std::size_t to, std::size_t from, int worker) {
            runtime::submit<AddTo>(context, {7}, {.worker = worker}, arrays[to],
                                   arrays[from]);
        };
        const auto expect = [&](std::size_t to, std::size_t from) {
            expected[to] = mix(expected[to], expected[from] + 7);
        };
        // The second one has the third array to write, too.
        std::vector<Graph> graphs;
        for (const std::size_t from : {0, 2})
            graphs.push_back(runtime::record(context, [&] {
                for (const std::size_t to : {1, 3}) step(to, from, first);
                step(from + 2, 1, first);
            }));
        std::mt19937 random{5};
        for (int k = 0; k < 400; ++k) {
            const auto place = random() % 6, other = (place + 1) % 6;
            switch (random() % 7) {
                case 0:
                case 1:
                case 2: {
                    const std::size_t which = random() % 2, from = 2 * which;
                    const int times = 1 + static_cast<int>(random() % 3);
                    graphs[which].run(times);
                    for (int n = 0; n < times; ++n) {
                        for (const std::size_t to : {1, 3}) expect(to, from);
                        expect(from + 2, 1);
                    }
                    break;
                }
                case 3:
                    CHECK(arrays[place].read()[2] == expected[place]);
                    break;
                case 4:
                    step(place, other, context.workers().back().id);
                    expect(place, other);
                    break;
                case 5: {
                    const auto host = arrays[place].write();
                    std::ranges::fill(host.span(), std::uint64_t(k));
                    expected[place] = static_cast<std::uint64_t>(k);
                    break;
                }
                case 6:
                    context.wait();
                    break;
            }
        }
        for (std::size_t k = 0; k < arrays.size(); ++k)
            CHECK(arrays[k].read()[0] == expected[k]);
    }
}
