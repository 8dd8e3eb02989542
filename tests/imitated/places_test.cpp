// Graphs whose tasks can run on CPUs and on GPUs find places for them.
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "runtime/core/session.hpp"
#include "runtime/core/statistics.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/imitated/programs.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Graph, runtime::Where;

/// y = 3 y + 1, for which a GPU needs a thousand times longer.
struct ForCpus : runtime::WithoutModel {
    static constexpr auto name = "for_cpus";
    using Args = NoArgs;
    static void cpu(const Args&, Mix::Inout y) {
        // The thread of the imitated GPU calls it too, and is no worker.
        if (starpu_worker_get_id() < 0)
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
        for (unsigned& v : y) v = 3 * v + 1;
    }
    static void gpu(const Args&, Mix::Inout, gpu::Stream) { std::abort(); }
};

runtime::ContextOptions searching(runtime::Capture capture) {
    runtime::ContextOptions options;
    options.policy = "feedback";
    options.capture = capture;
    return options;
}

}  // namespace

TEST_CASE("whatever places a graph tries, it leaves the bits of its tasks") {
    using runtime::Capture;
    for (const Capture capture : {Capture::automatic, Capture::off}) {
        Context context{searching(capture)};
        for (unsigned seed = 1; seed <= 3; ++seed) {
            CAPTURE(seed);
            Program program{context,
                            seed,
                            {{.where = Where::any},
                             {.where = Where::any},
                             {.where = Where::cpu},
                             {.where = Where::gpu}}};
            Graph even = program.record(1), odd = program.record(7);
            CHECK(!even.is_settled());
            int runs = 0;
            while (runs < 2000 && !odd.is_settled()) {
                const int next = 1 + runs % 9;
                for (int k = 0; k < next; ++k) program.expect(k % 2 ? 7 : 1);
                runtime::run({even, odd}, next);
                runs += next;
                if (runs % 5 == 0) REQUIRE(program.is_right());
            }
            CHECK(program.is_right());
            CHECK(even.is_settled() == odd.is_settled());
        }
        context.wait();
        const auto ran = context.statistics().phases().at("mix");
        CHECK(ran.on_cpu > 0);
        CHECK(ran.on_gpu > 0);
    }
}

TEST_CASE("one run of many finds places as many runs do") {
    for (const bool together : {true, false}) {
        CAPTURE(together);
        Context context{searching(runtime::Capture::automatic)};
        Array<unsigned> y{context, 100, 1};
        Graph graph = runtime::record(
            context, [&] { runtime::submit<ForCpus>(context, {}, y); });
        unsigned expected = 1;
        for (int k = 0; k < 400; ++k) expected = 3 * expected + 1;
        if (together)
            graph.run(400);
        else
            for (int k = 0; k < 400; ++k) graph.run();
        CHECK(y.read()[0] == expected);
        // Some tens at most, if nothing disturbs the CPU worker.
        const auto ran = context.statistics().phases().at("for_cpus");
        CHECK(ran.on_gpu < 200);
        CHECK(ran.on_cpu > 200);
    }
}

TEST_CASE("with another policy its tasks are tasks of that policy") {
    Context context{{.policy = "lws"}};
    Array<unsigned> y{context, 100, 1};
    Graph graph = runtime::record(
        context, [&] { runtime::submit<ForCpus>(context, {}, y); });
    CHECK(graph.is_settled());
    graph.run(20);
    context.wait();
    CHECK(graph.counts().lists == 0);
}
