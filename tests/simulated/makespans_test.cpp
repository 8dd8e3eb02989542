// Graphs whose time on a machine follows from its numbers.
#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <list>

#include "runtime/core/clock.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/home.hpp"
#include "runtime/runtime.hpp"
#include "simulation/simulation.hpp"
#include "simulation/timed.hpp"

using namespace tasuki;
using runtime::Array, runtime::Context, runtime::Update, runtime::Where;

namespace {

/// In a simulation nobody calls these.
template <class T>
struct Increment {
    static constexpr auto name = "increment";
    struct Args {};
    static void cpu(const Args&, Update<T>) { std::abort(); }
    static void gpu(const Args&, Update<T>, gpu::Stream) { std::abort(); }
};

/// Of which the traffic of its arrays does not say how long it takes.
struct Pairs : Increment<double> {
    static constexpr auto name = "pairs";
    static constexpr bool needs_flops = true;
};

/// Four cores and two GPUs, which reach each other.
runtime::Machine machine() {
    const runtime::Rates cpu{100e9, 40e9, 80e9, 0.5};
    const runtime::Rates gpu{1000e9, 500e9, 1000e9, 0.5};
    return {.name = "test",
            .cpu_name = "CPU",
            .cores = 4,
            .memory_bytes = std::size_t{64} << 30,
            .cpu = cpu,
            .gpus = 2,
            .gpu = runtime::MachineGpu{"GPU",
                                       std::size_t{8} << 30,
                                       gpu,
                                       {10e9, 10e-6},
                                       runtime::MachineLink{100e9, 5e-6}},
            .nodes = 1,
            .network = {}};
}

/// What StarPU takes for queueing, submitting and scheduling, which can be left
/// out.
constexpr const char* kCosts[] = {
    "STARPU_SIMGRID_CUDA_QUEUE_COST", "STARPU_SIMGRID_TASK_SUBMIT_COST",
    "STARPU_SIMGRID_TASK_PUSH_COST", "STARPU_SIMGRID_FETCHING_INPUT_COST"};
/// What cannot: each time that a worker looks for a task or data [ns].
constexpr std::int64_t kLook = 1'000;

/// A task moves 8 MB: 4 MB that are read and written.
constexpr std::size_t kDoubles = 500'000;
constexpr std::int64_t kOnCpu = 160'000;       // 8 MB / 50 GB/s [ns]
constexpr std::int64_t kOnGpu = 16'000;        // 8 MB / 500 GB/s
constexpr std::int64_t kToGpu = 410'000;       // 4 MB / 10 GB/s and 10 us
constexpr std::int64_t kBetweenGpus = 45'000;  // 4 MB / 100 GB/s and 5 us

std::int64_t time_of(Context& context, const std::function<void()>& submit) {
    const std::int64_t start = runtime::machine_nanoseconds();
    submit();
    context.wait();
    return runtime::machine_nanoseconds() - start;
}

enum class Costs { none, of_machine };

/// What run(context) returns; in a process of its own, as there is one
/// simulation in each.
std::int64_t simulated(const runtime::ContextOptions& options,
                       const std::function<std::int64_t(Context&)>& run,
                       const runtime::Machine& on = machine(),
                       Costs costs = Costs::none) {
    auto* const found = static_cast<std::int64_t*>(
        mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    *found = -1;
    std::cout.flush();  // or both processes would write what is in it
    if (const pid_t child = fork(); child == 0) {
        if (costs == Costs::none)
            for (const char* cost : kCosts) setenv(cost, "0", 1);
        runtime::simulate(on, [&] {
            Context context{options};
            *found = run(context);
        });
        runtime::remove_private_folder();
        _exit(0);
    } else {
        waitpid(child, nullptr, 0);
    }
    const std::int64_t result = *found;
    munmap(found, sizeof(std::int64_t));
    return result;
}

using Doubles = Array<double>;

/// With their elements in host memory.
std::list<Doubles> arrays(Context& context, int count) {
    std::list<Doubles> all;
    for (int k = 0; k < count; ++k) {
        all.emplace_back(context, kDoubles);
        all.back().write();
    }
    return all;
}

void increment(Context& context, Doubles& array,
               const runtime::SubmitOptions& options = {}) {
    runtime::submit<Increment<double>>(context, {}, options, array);
}

std::int64_t chain(Context& context, int length,
                   const runtime::SubmitOptions& options) {
    auto one = arrays(context, 1);
    return time_of(context, [&] {
        for (int k = 0; k < length; ++k)
            increment(context, one.front(), options);
    });
}

std::int64_t single(Context& context, double flops) {
    Array<float> array{context, kDoubles};
    array.write();
    return time_of(context, [&] {
        runtime::submit<Increment<float>>(context, {}, {.flops = flops}, array);
    });
}

/// What submit_timed() finds, and whether it took no time.
std::int64_t timed(Context& context, const runtime::SubmitOptions& options) {
    auto one = arrays(context, 1);
    double seconds[2]{};
    const auto spent = time_of(context, [&] {
        runtime::submit_timed<Increment<double>>(context, {}, options,
                                                 {2, 10, seconds}, one.front());
    });
    return spent == 0 && seconds[0] == seconds[1]
               ? std::llround(1e9 * seconds[1])
               : -1;
}

std::int64_t independent(Context& context, int count) {
    auto all = arrays(context, count);
    return time_of(context, [&] {
        for (Doubles& array : all) increment(context, array);
    });
}

/// From the host to one GPU after the other.
std::int64_t tour(Context& context) {
    auto one = arrays(context, 1);
    return time_of(context, [&] {
        for (const auto& gpu : context.workers(runtime::Worker::Kind::gpu))
            increment(context, one.front(), {.worker = gpu.id});
    });
}

/// Each item on the CPU, over the link, on the GPU.
std::int64_t pipeline(Context& context, int items) {
    auto all = arrays(context, items);
    return time_of(context, [&] {
        for (Doubles& array : all) {
            increment(context, array, {.where = Where::cpu});
            increment(context, array, {.where = Where::gpu});
        }
    });
}

/// Two tasks on a GPU that has their data.
/// @param priority  of the second
std::int64_t pair(Context& context, int priority) {
    auto all = arrays(context, 2);
    const int gpu = context.workers(runtime::Worker::Kind::gpu).front().id;
    const auto on_gpu = [&](Doubles& array, int its) {
        increment(context, array, {.priority = its, .worker = gpu});
    };
    for (Doubles& array : all) on_gpu(array, 0);
    context.wait();
    return time_of(context, [&] {
        on_gpu(all.front(), 0);
        on_gpu(all.back(), priority);
    });
}

const runtime::ContextOptions kCpu{.gpus = 0};
const runtime::ContextOptions kOneGpu{.gpus = 1, .policy = "dmda"};

}  // namespace

TEST_CASE("tasks follow each other, share the memory, and wait for links") {
    for (const int n : {1, 2, 10}) {
        CAPTURE(n);
        CHECK(simulated(kCpu, [&](Context& c) { return chain(c, n, {}); }) ==
              n * (kOnCpu + kLook));
        CHECK(simulated(kOneGpu, [&](Context& c) {
                  return chain(c, n, {.where = Where::gpu});
              }) == kToGpu + 2 * kLook + n * (kOnGpu + 2 * kLook));
        CHECK(simulated({.cpu_workers = 4, .gpus = 0}, [&](Context& c) {
                  return independent(c, 4 * n);
              }) == n * (4 * kOnCpu + kLook));
    }
    CHECK(simulated({.gpus = 2, .policy = "dmda"}, tour) ==
          kToGpu + kOnGpu + kBetweenGpus + kOnGpu + 9 * kLook);
}

TEST_CASE("the longer of traffic and arithmetic counts, in its precision") {
    const auto with = [](const runtime::SubmitOptions& options) {
        return simulated(kCpu,
                         [&](Context& c) { return chain(c, 1, options); });
    };
    CHECK(with({.flops = 3e6}) == kOnCpu + kLook);  // at 20 Gflop/s
    CHECK(with({.flops = 4e6}) == 200'000 + kLook);
    CHECK(with({.bytes = 1e6}) == 20'000 + kLook);
    CHECK(simulated(kCpu, [](Context& c) { return single(c, 0); }) ==
          kOnCpu / 2 + kLook);
    CHECK(simulated(kCpu, [](Context& c) { return single(c, 4e6); }) ==
          100'000 + kLook);
}

TEST_CASE("a kernel that is timed has the time of its model at once") {
    const auto on = [](Context& c, runtime::Worker::Kind kind) {
        return c.workers(kind).front().id;
    };
    CHECK(simulated(kCpu, [&](Context& c) {
              return timed(c, {.worker = on(c, runtime::Worker::Kind::cpu)});
          }) == kOnCpu);
    CHECK(simulated(kOneGpu, [&](Context& c) {
              return timed(c, {.worker = on(c, runtime::Worker::Kind::gpu)});
          }) == kOnGpu);
    // 4 Mflop at 20 and at 40 Gflop/s.
    CHECK(simulated(kCpu, [&](Context& c) {
              return timed(c, {.worker = 0, .flops = 4e6});
          }) == 200'000);
    CHECK(simulated(kCpu, [&](Context& c) {
              return timed(c, {.worker = 0, .flops = 8e6, .number_bytes = 4});
          }) == 200'000);
}

TEST_CASE("a kernel may have an efficiency of its own, for its numbers too") {
    auto own = machine();
    own.cpu_kernels = {{"increment", 0.25}, {"increment_single", 1.0}};
    own.gpu_kernels = {{"increment_double", 1.0}, {"pairs", 0.1}};
    CHECK(simulated(
              kCpu, [](Context& c) { return chain(c, 1, {}); }, own) ==
          2 * kOnCpu + kLook);
    CHECK(simulated(
              kCpu, [](Context& c) { return single(c, 0); }, own) ==
          kOnCpu / 4 + kLook);
    CHECK(simulated(
              kOneGpu,
              [](Context& c) {
                  const auto gpus = c.workers(runtime::Worker::Kind::gpu);
                  return timed(c, {.worker = gpus.front().id});
              },
              own) == kOnGpu / 2);
}

TEST_CASE("a kernel may take a time beside that of its traffic") {
    auto own = machine();
    own.cpu_starts = {{"increment", 3e-5}};
    CHECK(simulated(
              kCpu, [](Context& c) { return chain(c, 3, {}); }, own) ==
          simulated(kCpu, [](Context& c) { return chain(c, 3, {}); }) +
              3 * 30'000);
}

TEST_CASE("two kernels of a GPU take as long side by side as in turns") {
    const auto two = [](int priority, double start) {
        auto own = machine();
        own.gpu_starts = {{"increment", start}};
        return simulated(
            kOneGpu, [&](Context& c) { return pair(c, priority); }, own);
    };
    CHECK(two(0, 0) == 2 * kOnGpu + 2 * kLook);
    CHECK(two(1, 0) == 2 * kOnGpu + 2 * kLook);
    // They start one after the other on one stream, at once on two.
    CHECK(two(0, 3e-5) == 2 * (kOnGpu + 30'000) + 2 * kLook);
    CHECK(two(1, 3e-5) == 2 * kOnGpu + 30'000 + 2 * kLook);
}

TEST_CASE("a task costs what the machine says") {
    auto free = machine();
    free.gpu_starts = {{"increment", 3e-5}};  // follows on the queueing
    auto own = free;
    own.task_costs = {.submit = 2e-6, .cpu = 5e-6, .gpu = 7e-6};
    const auto costs = [&](Where where, int count) {
        const auto run = [&](Context& c) {
            return chain(c, count, {.where = where});
        };
        return simulated(kOneGpu, run, own, Costs::of_machine) -
               simulated(kOneGpu, run, free);
    };
    for (const int count : {1, 3, 10}) {
        // It may come when the worker has just looked.
        const auto on_cpu = costs(Where::cpu, count) - count * 5'000;
        CHECK(on_cpu >= 0);
        CHECK(on_cpu <= kLook);
        // To queue the transfer and each task.
        CHECK(costs(Where::gpu, count) == (1 + count) * 7'000);
    }
    // What submits is slower than tasks that take no time.
    own.cpu.bandwidth = 1e18;
    own.task_costs.submit = 50e-6;
    CHECK(simulated(
              kCpu, [](Context& c) { return chain(c, 10, {}); }, own,
              Costs::of_machine) == 10 * 50'000);
}

TEST_CASE("a kernel without a model is refused by its name") {
    const auto refusal = [](Context& c) -> std::int64_t {
        auto one = arrays(c, 1);
        try {
            runtime::submit<Pairs>(c, {}, one.front());
        } catch (const runtime::UnavailableError& e) {
            const std::string text = e.what();
            return text.find("kernel pairs") != text.npos &&
                   text.find("no model") != text.npos;
        }
        return 0;
    };
    CHECK(simulated(kCpu, refusal) == 1);
    CHECK(simulated(kCpu, [](Context& c) {
              auto one = arrays(c, 1);
              return time_of(c, [&] {
                  runtime::submit<Pairs>(c, {}, {.flops = 4e6}, one.front());
              });
          }) == 200'000 + kLook);
}

TEST_CASE("the slowest stage of a pipeline, the link, is its time") {
    // Two of the four cores compute: one drives the GPU, and one submits. An
    // item may come when a worker has just looked.
    for (const int items : {1, 2, 6}) {
        CAPTURE(items);
        const auto looks =
            simulated(kOneGpu, [&](Context& c) { return pipeline(c, items); }) -
            (2 * kOnCpu + items * kToGpu + kOnGpu);
        CHECK(looks <= 6 * kLook);
        CHECK(looks >= 5 * kLook);
    }
}
