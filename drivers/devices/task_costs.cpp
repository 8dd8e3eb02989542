#include "drivers/devices/task_costs.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "codelets/stream/grain/grain.hpp"
#include "runtime/core/array.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Context, runtime::TaskCosts, runtime::Worker;

constexpr int kTasks = 1000, kBursts = 40;

/// What a simulation adds for the looks of a worker [s]: for a task, and on a
/// GPU also for the end of the one before (docs/simulate.md).
constexpr double kLookOnCpu = 1e-6, kLooksOnGpu = 2e-6;
/// A file has no cost of 0 [s].
constexpr double kLeast = 1e-7;

/// Task Bench's stencil_1d (docs/benchmarks.md): eight tasks in each step, of
/// which each reads what itself and its neighbours were before.
class Stencil {
  public:
    explicit Stencil(Context& context) : context_{context} {
        for (int k = 0; k < 2 * kColumns; ++k) values_.emplace_back(context, 1);
    }
    void submit(int task, int worker) {
        const int step = task / kColumns, column = task % kColumns;
        runtime::List<runtime::Read<std::uint64_t>> inputs;
        for (const int neighbour : {kColumns - 1, 0, 1})
            if (step > 0) inputs.add(value(step - 1, column + neighbour));
        runtime::submit<stream::grain::Kernel<3>>(
            context_, {static_cast<std::uint64_t>(task), 0}, {.worker = worker},
            value(step, column), inputs);
    }

  private:
    static constexpr int kColumns = 8;

    runtime::Array<std::uint64_t>& value(int step, int column) {
        return values_[step % 2 * kColumns + column % kColumns];
    }

    Context& context_;
    std::deque<runtime::Array<std::uint64_t>> values_;  // of two steps
};

/// Of a task of each worker in an undisturbed burst [s].
struct BurstTimes {
    double submission;  ///< of the thread that submits
    double all;  ///< from the first submission to the end of the last task
};

/// On all workers of a kind, at the same time.
BurstTimes time_bursts(Context& context, Worker::Kind kind) {
    const auto workers = context.workers(kind);
    std::deque<Stencil> stencils;
    for (std::size_t k = 0; k < workers.size(); ++k)
        stencils.emplace_back(context);
    std::vector<double> submission, all;
    for (int burst = 0; burst <= kBursts; ++burst) {
        const auto start = runtime::machine_nanoseconds();
        const auto of_a_task = [start] {
            return 1e-9 / kTasks *
                   static_cast<double>(runtime::machine_nanoseconds() - start);
        };
        for (int task = 0; task < kTasks; ++task)
            for (std::size_t k = 0; k < workers.size(); ++k)
                stencils[k].submit(task, workers[k].id);
        const double submitted = of_a_task();
        context.wait();
        if (burst == 0) continue;  // memory for tasks comes from the system
        submission.push_back(submitted);
        all.push_back(of_a_task());
    }
    return {undisturbed(submission), undisturbed(all)};
}

}  // namespace

double undisturbed(std::vector<double> seconds) {
    const auto quarter = seconds.begin() + (std::ssize(seconds) - 1) / 4;
    std::ranges::nth_element(seconds, quarter);
    return *quarter;
}

void measure_cpu_tasks(Context& context, TaskCosts& costs) {
    const auto times = time_bursts(context, Worker::Kind::cpu);
    costs.submit = times.submission;
    costs.cpu = std::max(times.all - kLookOnCpu, kLeast);
}

void measure_gpu_tasks(Context& context, TaskCosts& costs) {
    const auto times = time_bursts(context, Worker::Kind::gpu);
    const double cost = std::max(times.all - kLooksOnGpu, kLeast);
    if (context.workers(Worker::Kind::gpu).size() > 1)
        costs.several_gpus = cost;
    else
        costs.gpu = cost;
}

}  // namespace tasuki::drivers
