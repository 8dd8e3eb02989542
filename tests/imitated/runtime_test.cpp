// What the runtime does with GPUs, on imitated ones.
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <span>
#include <vector>

#include "runtime/core/environment_changes.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/lambda.hpp"
#include "runtime/core/reductions.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/statistics.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/trace/trace_log.hpp"
#include "simulation/this_machine.hpp"
#include "simulation/timed.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/imitated/programs.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Where;
using Kind = runtime::Worker::Kind;

constexpr std::size_t kSize = 1000;

/// Adds the wrong elements of its scratch memory to y.
struct UseScratch : runtime::WithoutModel {
    static constexpr auto name = "use_scratch";
    using Args = Mix::Args;
    static void gpu(const Args& args, Mix::Inout y,
                    runtime::Scratch<unsigned> scratch, gpu::Stream stream) {
        queue_on_host(stream, [=] {
            for (unsigned& s : scratch) s = args.a;
        });
        queue_on_host(stream, [=] {
            for (const unsigned s : scratch) y[0] += s != args.a;
        });
    }
};

/// Does not look at what a call returns.
struct Careless : runtime::WithoutModel {
    static constexpr auto name = "careless";
    using Args = NoArgs;
    static void gpu(const Args&, Mix::Inout, gpu::Stream) {
        void* memory = nullptr;
        static_cast<void>(
            TASUKI_GPU_API(Malloc)(&memory, std::size_t{1} << 50));
    }
};

bool all_are(const Array<unsigned>& array, unsigned value) {
    return std::ranges::all_of(array.read(),
                               [value](unsigned v) { return v == value; });
}

}  // namespace

TEST_CASE("devices are as many as the environment says, with its memory") {
    const auto devices = runtime::gpu_devices();
    REQUIRE(devices.size() ==
            std::strtoul(std::getenv("TASUKI_IMITATED_GPUS"), nullptr, 10));
    for (const auto& device : devices) {
        CHECK(device.name == "imitated GPU");
        CHECK(device.total_bytes == std::size_t{64} << 20);
    }
    const Context context;
    CHECK(context.workers(Kind::gpu).size() == devices.size());
    for (const auto& link : runtime::links()) CHECK(link.bandwidth_gbs > 0);
}

TEST_CASE("urgent tasks on streams of their own wait for what they read") {
    Context context;
    Array<unsigned> a{context, kSize, 1}, b{context, kSize, 1};
    unsigned x = 1, y = 1;
    for (int k = 0; k < 100; ++k) {
        runtime::submit<Mix>(context, {1}, {.where = Where::gpu}, a, b);
        runtime::submit<Mix>(context, {2}, {.priority = 1, .where = Where::gpu},
                             b, a);
        x = 3 * x + y + 1;
        y = 3 * y + x + 2;
    }
    CHECK(all_are(a, x));
    CHECK(all_are(b, y));
}

TEST_CASE("random tasks on all workers keep the order of their arrays") {
    for (const char* policy :
         {"lws", "prio", "dmda", "dmdas", "random", "feedback"}) {
        CAPTURE(policy);
        Context context{{.policy = policy}};
        REQUIRE(context.count(Kind::gpu) > 0);
        Program program{context,
                        5,
                        {{.where = Where::cpu},
                         {.where = Where::gpu},
                         {.where = Where::any}}};
        constexpr int kTimes = 20;
        for (unsigned k = 0; k < kTimes; ++k) {
            program.submit(k);
            program.expect(k);
            if (k % 5 == 0) CHECK(program.is_right());
        }
        CHECK(program.is_right());
        context.wait();
        // No task is lost, and none moves that the program has placed.
        const auto ran = context.statistics().phases().at("mix");
        CHECK(ran.on_cpu + ran.on_gpu == kTimes * 30);
        CHECK(ran.on_cpu >= kTimes * program.count(Where::cpu));
        CHECK(ran.on_gpu >= kTimes * program.count(Where::gpu));
    }
}

TEST_CASE("a lambda for elements runs on a GPU, with what it captures") {
    Context context;
    Array<unsigned> y{context, kSize, 2}, x{context, kSize, 5};
    const unsigned a = 7;
    runtime::submit_elements(
        context, "product",
        [a] TASUKI_LAMBDA(int i, Mix::Inout to, Mix::In from) {
            to[i] = a * to[i] * from[i];
        },
        {.where = Where::gpu}, y, x);
    CHECK(all_are(y, 70));
    // As nvcc has a lambda that captures: no copy of its bytes is another one.
    const std::vector<unsigned> shift{30};
    runtime::submit_elements(
        context, "shift",
        [shift] TASUKI_LAMBDA(std::size_t i, Mix::Inout to) {
            to[i] += shift[0];
        },
        {.where = Where::gpu}, y);
    CHECK(all_are(y, 100));
    context.wait();
    CHECK(context.statistics().phases().at("product").on_gpu == 1);
    CHECK(context.statistics().phases().at("shift").on_gpu == 1);
}

TEST_CASE("a lambda that takes a stream queues on a GPU") {
    Context context;
    Array<unsigned> y{context, kSize, 2};
    const unsigned a = 7;
    for (const auto& options : each_gpu(context))
        runtime::submit(
            context, "on_stream",
            [a](Mix::Inout to, gpu::Stream stream) {
                queue_on_host(stream, [=] {
                    for (unsigned& value : to) value += a;
                });
            },
            options, y);
    const auto gpus = static_cast<unsigned>(context.count(Kind::gpu));
    CHECK(all_are(y, 2 + 7 * gpus));
    CHECK(contains(message_of<runtime::UnavailableError>([&] {
                       runtime::submit(
                           context, "on_stream", [](Mix::Inout, gpu::Stream) {},
                           {.where = Where::cpu}, y);
                   }),
                   "kernel on_stream needs a CPU worker"));
}

TEST_CASE("reductions on GPUs have the bits of CPUs") {
    std::vector<double> values(50001);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 1 / static_cast<double>(i + 1);
    std::vector<double> found;
    for (const Where where : {Where::cpu, Where::gpu, Where::any}) {
        Context context{{.placements = {{"", where}}}};
        const Array<double> x{context, std::span{values}};
        found.push_back(runtime::sum(context, x));
        found.push_back(runtime::dot(context, x, x));
        context.wait();
        const auto& phases = context.statistics().phases();
        if (where == Where::gpu) CHECK(phases.at("sum").on_gpu == 1);
        if (where == Where::cpu) CHECK(phases.at("dot").on_cpu == 1);
    }
    for (int k = 2; k < 6; ++k) CHECK(found[k] == found[k % 2]);
}

TEST_CASE("a handle waits for what its task queued on a GPU") {
    Context context;
    std::atomic<int> ended{0};
    for (int k = 1; k <= 20; ++k) {
        const auto task =
            runtime::submit(context, "slow", [&ended](gpu::Stream stream) {
                queue_on_host(stream, [&ended] {
                    std::this_thread::sleep_for(std::chrono::milliseconds{1});
                    ++ended;
                });
            });
        task.wait();
        CHECK(ended == k);
    }
}

TEST_CASE("a reduction adds the parts of GPUs too") {
    Context context;
    Array<unsigned> sum{context, 2, 1000};
    runtime::set_reduction<Zero, AddPart>(sum);
    std::vector<Array<unsigned>> values;
    for (unsigned k = 1; k <= 50; ++k) values.emplace_back(context, 1, k);
    for (const auto& value : values)
        runtime::submit<AddTo>(context, {}, sum, value);
    CHECK(all_are(sum, 1000 + 1275));
}

TEST_CASE("a timed task has the output of one call, and times") {
    Context context;
    Array<unsigned> y{context, kSize, 0};
    double seconds[3] = {};
    for (const auto& gpu : context.workers(Kind::gpu)) {
        runtime::submit_timed<Fill>(context, {9}, {.worker = gpu.id},
                                    {3, 4, seconds}, y);
        CHECK(all_are(y, 9));
        for (const double s : seconds) CHECK(s > 0);
    }
}

TEST_CASE("when_done of a task on a GPU finds its work ended") {
    std::atomic<int> ended{0};
    Context context;
    Array<unsigned> y{context, kSize, 1}, x{context, kSize, 1};
    for (int k = 0; k < 20; ++k)
        runtime::submit<Mix>(
            context, {1},
            {.where = Where::gpu, .when_done = [&ended] { ++ended; }}, y, x);
    context.wait();
    CHECK(ended == 20);
}

TEST_CASE("a log has every task of the GPUs") {
    Context context;
    Array<unsigned> y{context, kSize, 1}, x{context, kSize, 1};
    runtime::TraceLog log;
    context.session().log = &log;
    log.begin();
    for (int k = 0; k < 20; ++k)
        runtime::submit<Mix>(context, {1}, {.where = Where::gpu}, y, x);
    context.wait();
    log.end();
    const auto tasks = log.take_tasks();
    REQUIRE(tasks.size() == 20);
    for (const auto& task : tasks)
        CHECK(std::ranges::any_of(
            context.workers(), [&task](const runtime::Worker& worker) {
                return worker.kind == Kind::gpu && worker.id <= task.worker;
            }));
}

TEST_CASE("urgent tasks do not overlap others in memory of their worker") {
    runtime::EnvironmentChanges changes;
    changes.set("STARPU_NWORKER_PER_CUDA", "1");
    Context context;
    Array<unsigned> a{context, 1, 0}, b{context, 1, 0}, scratch{context, kSize};
    for (const auto& gpu : context.workers(Kind::gpu))
        for (unsigned k = 0; k < 100; ++k) {
            runtime::submit<UseScratch>(context, {k}, {.worker = gpu.id}, a,
                                        scratch);
            runtime::submit<UseScratch>(context, {k + 1000},
                                        {.priority = 1, .worker = gpu.id}, b,
                                        scratch);
        }
    CHECK(all_are(a, 0));
    CHECK(all_are(b, 0));
}

TEST_CASE("an error that a kernel leaves is found") {
    Context context;
    Array<unsigned> y{context, 1, 0}, kept{context, 1, 7};
    runtime::submit<Careless>(context, {}, y);
    try {
        context.wait();
        FAIL("it did not throw");
    } catch (const runtime::TaskFailed& e) {
        CHECK(e.kernel() == "careless");
        CHECK(e.exit_code() == runtime::ExitCode::unavailable);
        CHECK(contains(e.what(), "another call of the kernel: out of memory"));
        CHECK_THROWS_AS(std::rethrow_exception(e.cause()),
                        runtime::DeviceError);
    }
    CHECK(kept.read()[0] == 7);
    CHECK_THROWS_AS(y.read(), runtime::TaskFailed);
}

TEST_CASE("a graph of a GPU whose task fails does not run") {
    for (const auto capture : {runtime::Capture::on, runtime::Capture::off}) {
        Context context{with_capture(1)};
        context.session().captures = capture == runtime::Capture::on;
        Array<unsigned> y{context, kSize, 1}, x{context, kSize, 1};
        auto graph = runtime::record(context, [&] {
            runtime::submit<Mix>(context, {1}, {.where = Where::gpu}, y, x);
            runtime::submit<Careless>(context, {}, {.where = Where::gpu}, y);
            runtime::submit<Mix>(context, {2}, {.where = Where::gpu}, y, x);
        });
        CHECK_THROWS_AS(
            [&] {
                graph.run(20);
                context.wait();
            }(),
            runtime::TaskFailed);
        CHECK(x.read()[0] == 1);
        CHECK_THROWS_AS(graph.run(), runtime::TaskFailed);
    }
}
