// Lists of tasks on GPUs, as captured graphs, give what the same tasks give.
#include <algorithm>
#include <atomic>
#include <set>
#include <vector>

#include "runtime/core/environment_changes.hpp"
#include "runtime/core/lambda.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/statistics.hpp"
#include "runtime/core/task_stream.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/trace/trace_log.hpp"
#include "simulation/timed.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/imitated/programs.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Graph, runtime::Where;
using Kind = runtime::Worker::Kind;

/// Has nothing to do.
struct Nothing {
    static constexpr auto name = "nothing";
    struct Args {};
    static void gpu(const Args&, runtime::Update<unsigned>, gpu::Stream) {}
};

/// to = value, by way of memory that belongs to the stream.
struct ByWorkspace : runtime::WithoutModel {
    static constexpr auto name = "by_workspace";
    struct Args {
        unsigned* workspace;
        unsigned value;
    };
    static void gpu(const Args& args, runtime::Write<unsigned> to,
                    gpu::Stream stream) {
        runtime::use_workspace();
        queue_on_host(stream, [=] { *args.workspace = args.value; });
        queue_on_host(stream, [=] { to[0] = *args.workspace; });
    }
};

/// Counts streams that it has first in a capture, where a library could not
/// make all that it needs for them.
struct NotesStream : runtime::WithoutModel {
    static constexpr auto name = "notes_stream";
    struct Args {
        std::set<gpu::Stream>* seen;
        int* late;
    };
    static void gpu(const Args& args, runtime::Update<unsigned>,
                    gpu::Stream stream) {
        if (args.seen->insert(stream).second && runtime::is_capturing())
            ++*args.late;
    }
};

}  // namespace

TEST_CASE("a list on a GPU is a graph of its toolkit, captured once") {
    Context context{with_capture()};
    const runtime::GraphCounts& graphs = context.session().graphs;
    Program program{context, 1, {each_gpu(context).front()}};
    Graph graph = program.record(5);
    for (int k = 0; k < 10; ++k) {
        graph.run();
        context.wait();
    }
    graph.run(20);  // one task of StarPU
    program.expect(5, 30);
    CHECK(program.is_right());
    CHECK(graph.counts().lists == 30);
    CHECK(graph.counts().listed == 30 * 30);
    CHECK(graphs.captured == 1);
    CHECK(graphs.launched == 29);
    // With other arguments.
    Graph other = program.record(6);
    other.run(6);
    graph.run(5);
    program.expect(6, 6);
    program.expect(5, 5);
    CHECK(program.is_right());
    CHECK(graphs.captured == 2);
    CHECK(graphs.launched == 39);
    context.wait();
    const auto phases = context.statistics().phases();
    CHECK(phases.at("mix").on_gpu == 41 * 30);
    CHECK(phases.at("graph").on_gpu == 13);
    CHECK(phases.at("graph").seconds > 0);
}

TEST_CASE("random graphs on all GPUs and CPUs have the bits of their tasks") {
    Context context{with_capture()};
    auto places = each_gpu(context);
    places.push_back({.where = Where::cpu});
    places.push_back({.where = Where::gpu});
    std::int64_t lists = 0;
    for (unsigned seed = 1; seed <= 8; ++seed) {
        CAPTURE(seed);
        Program program{context, seed, places};
        for (const std::size_t size : {1000, 300}) {
            program.move(size);
            Graph first = program.record(1), second = program.record(7);
            for (int k = 0; k < 6; ++k) {
                runtime::run({first, second}, 2);
                program.expect(1);
                program.expect(7);
                if (k % 2 == 0) CHECK(program.is_right());
            }
            CHECK(program.is_right());
            lists += first.counts().lists + second.counts().lists;
        }
    }
    CHECK(lists > 0);
    CHECK(context.session().graphs.launched > 0);
}

TEST_CASE("a graph follows arrays that were thrown out of a full GPU") {
    Context context{with_capture(1)};
    // Of 64 MiB.
    std::vector<Array<unsigned>> large;
    for (unsigned k = 0; k < 6; ++k)
        large.emplace_back(context, std::size_t{4} << 20, k);
    Program program{context, 3, {{.where = Where::gpu}}};
    Graph graph = program.record(1);
    for (int k = 0; k < 12; ++k) {
        graph.run();
        for (auto& array : large)
            runtime::submit<Fill>(context, {7}, {.where = Where::gpu}, array);
    }
    program.expect(1, 12);
    CHECK(program.is_right());
    CHECK(graph.counts().lists == 12);
}

TEST_CASE("arrays that do not fit a GPU together stay in tasks") {
    Context context{with_capture(1)};
    std::vector<Array<unsigned>> arrays;
    for (unsigned k = 0; k < 4; ++k)
        arrays.emplace_back(context, std::size_t{3} << 20, 1);
    Graph graph = runtime::record(context, [&] {
        for (std::size_t n = 0; n < arrays.size(); ++n)
            runtime::submit<Mix>(context, {0}, {.where = Where::gpu}, arrays[n],
                                 arrays[(n + 1) % 4]);
    });
    graph.run(4);
    context.wait();
    CHECK(graph.counts().lists == 0);
}

TEST_CASE("a kernel that waits for the device stays a task") {
    Context context{with_capture(1)};
    Array<unsigned> y{context, 1000, 1}, x{context, 1000, 1};
    std::vector<double> seconds(4);
    const runtime::SubmitOptions there{.where = Where::gpu};
    Graph graph = runtime::record(context, [&] {
        for (int n = 0; n < 4; ++n)
            runtime::submit<Mix>(context, {0}, there, y, x);
        runtime::submit_timed<Fill>(context, {1}, there, {2, 2, seconds.data()},
                                    x);
    });
    graph.run(5);
    context.wait();
    unsigned expected = 1;
    for (int k = 0; k < 20; ++k) expected = 3 * expected + 1;
    CHECK(y.read()[0] == expected);
    CHECK(graph.counts().lists == 5);
    CHECK(graph.counts().listed == 20);
}

TEST_CASE("a task that queues nothing is a place in the graph") {
    Context context{with_capture(1)};
    Array<unsigned> y{context, 1000, 1}, x{context, 1000, 1};
    const runtime::SubmitOptions there{.where = Where::gpu};
    Graph graph = runtime::record(context, [&] {
        runtime::submit<Mix>(context, {2}, there, y, x);
        runtime::submit<Nothing>(context, {}, there, y);
        runtime::submit<Mix>(context, {0}, there, y, x);
    });
    graph.run(6);
    unsigned expected = 1;
    for (int k = 0; k < 6; ++k) expected = 3 * (3 * expected + 3) + 1;
    CHECK(y.read()[0] == expected);
    CHECK(context.session().graphs.launched > 0);
}

TEST_CASE("tasks of a graph with a work space in common follow each other") {
    Context context{with_capture(1)};
    Array<unsigned> a{context, 1, 0}, b{context, 1, 0};
    unsigned workspace = 0;
    Graph graph = runtime::record(context, [&] {
        for (auto* to : {&a, &b})
            runtime::submit<ByWorkspace>(context, {&workspace, to == &a}, *to);
    });
    for (int k = 0; k < 60; ++k) {
        graph.run();
        context.wait();
        CHECK(a.read()[0] == 1);
        CHECK(b.read()[0] == 0);
        a.write()[0] = b.write()[0] = 7;
    }
    CHECK(context.session().graphs.launched > 0);
}

TEST_CASE("a task is captured on a stream that it has had before") {
    Context context{with_capture(1)};
    Array<unsigned> y{context, 1, 0}, x{context, 1, 1};
    std::set<gpu::Stream> seen;
    int late = 0;
    Graph graph = runtime::record(context, [&] {
        for (const int priority : {0, 1, 0}) {
            const runtime::SubmitOptions there{.priority = priority,
                                               .where = Where::gpu};
            runtime::submit<NotesStream>(context, {&seen, &late}, there, y);
            runtime::submit<Mix>(context, {0}, there, y, x);
        }
    });
    unsigned expected = 0;
    for (int k = 0; k < 6; ++k) {
        graph.run();
        context.wait();
        for (int n = 0; n < 3; ++n) expected = 3 * expected + 1;
    }
    CHECK(seen.size() == 2);
    CHECK(late == 0);
    CHECK(y.read()[0] == expected);
    CHECK(context.session().graphs.launched > 0);
}

TEST_CASE("lists that wait come before what uses their arrays next") {
    Context context{with_capture()};
    Array<unsigned> y{context, 1000, 1}, x{context, 1000, 1};
    Array<unsigned> sum{context, 1000, 0};
    const auto there = each_gpu(context);
    std::vector<Graph> graphs;
    for (unsigned a = 0; a < 3; ++a)
        graphs.push_back(runtime::record(context, [&] {
            for (int n = 0; n < 2; ++n)
                runtime::submit<Mix>(context, {a}, there.front(), y, x);
        }));
    unsigned value = 1, total = 0;
    for (unsigned k = 0; k < 40; ++k) {
        graphs[k % 3].run();
        for (int n = 0; n < 2; ++n) value = 3 * value + 1 + k % 3;
        if (k % 4 == 3) {  // a task, on a CPU or on the last GPU
            runtime::SubmitOptions elsewhere{.where = Where::cpu};
            if (k % 8 == 3) elsewhere = there.back();
            runtime::submit<Mix>(context, {0}, elsewhere, sum, y);
            total = 3 * total + value;
        }
        if (k % 16 == 15) CHECK(y.read()[0] == value);
    }
    CHECK(sum.read()[0] == total);
}

TEST_CASE("a trace has when each task of a graph ran") {
    Context context{with_capture()};
    Program program{context, 1, {each_gpu(context).back()}};
    Graph graph = program.record(1);
    runtime::TraceLog log;
    context.session().log = &log;
    const auto run = [&](int times) {
        graph.run(times);
        context.wait();
    };
    run(5);
    log.begin();
    const auto begin = runtime::machine_nanoseconds();
    run(6);
    const auto end = runtime::machine_nanoseconds();
    log.end();
    run(2);
    program.expect(1, 13);
    CHECK(program.is_right());
    // All but the first.
    CHECK(context.session().graphs.launched == 12);
    const auto tasks = log.take_tasks();
    REQUIRE(tasks.size() == 180);
    const int gpu = context.workers(Kind::gpu).back().id;
    for (const auto& task : tasks) {
        CHECK(task.captured);
        CHECK(task.worker ==
              (task.priority > 0 ? runtime::urgent_worker(gpu) : gpu));
        CHECK(begin <= task.submitted);
        // As exact as the clocks are on a busy machine [ns].
        constexpr std::int64_t kClocks = 20000000;
        CHECK(task.submitted <= task.start + kClocks);
        CHECK(task.start <= task.end);
        CHECK(task.end <= end + kClocks);
    }
}

TEST_CASE("a limit of submitted tasks does not stop the lists of a GPU") {
    runtime::EnvironmentChanges changes;
    changes.set("STARPU_LIMIT_MIN_SUBMITTED_TASKS", "1");
    changes.set("STARPU_LIMIT_MAX_SUBMITTED_TASKS", "2");
    Context context{with_capture(1)};
    Program program{context, 7, {{.where = Where::gpu}}};
    Graph graph = program.record(1);
    for (int k = 0; k < 200; ++k) graph.run();
    program.expect(1, 200);
    CHECK(program.is_right());
}

TEST_CASE("handles order tasks of a graph on all workers") {
    for (const auto capture : {runtime::Capture::off, runtime::Capture::on}) {
        auto options = with_capture();
        options.capture = capture;
        Context context{options};
        std::vector<runtime::SubmitOptions> places = each_gpu(context);
        places.push_back({.where = Where::cpu});
        std::atomic<unsigned> seen{0}, wrong{0};
        static constexpr unsigned kTasks = 12;
        std::vector<Array<unsigned>> arrays;
        for (unsigned k = 0; k < kTasks; ++k)
            arrays.emplace_back(context, 1000, 1);
        Graph graph = runtime::record(context, [&] {
            runtime::Task before;
            for (unsigned k = 0; k < kTasks; ++k) {
                auto place = places[k % places.size()];
                if (k > 0) place.after = {before};
                // No two have an array in common.
                before = runtime::submit_elements(
                    context, "in_order",
                    [&seen, &wrong, k] TASUKI_LAMBDA(int i, Mix::Inout to) {
                        if (i == 0 && seen++ % kTasks != k) ++wrong;
                        to[i] += k;
                    },
                    place, arrays[k]);
            }
        });
        for (int k = 0; k < 50; ++k) {
            graph.run();
            context.wait();  // no task of a run comes after all of the last one
        }
        CHECK(seen.load() == 50 * kTasks);
        CHECK(wrong.load() == 0);
        for (unsigned k = 0; k < kTasks; ++k)
            CHECK(arrays[k].read()[7] == 1 + 50 * k);
    }
}

TEST_CASE("a captured graph keeps what lambdas capture") {
    Context context{with_capture()};
    Array<unsigned> y{context, 1000, 0};
    const auto place = each_gpu(context).front();
    unsigned expected = 0;
    for (unsigned value = 1; value < 20; ++value) {
        Graph graph = [&] {
            const std::vector<unsigned> own(100, value);
            return runtime::record(context, [&] {
                for (int k = 0; k < 3; ++k)
                    runtime::submit_elements(
                        context, "own",
                        [own] TASUKI_LAMBDA(int i, Mix::Inout to) {
                            to[i] += own[i % 100];
                        },
                        place, y);
            });
        }();
        graph.run(4);
        expected += 12 * value;
    }
    CHECK(std::ranges::all_of(y.read(),
                              [=](unsigned v) { return v == expected; }));
}
