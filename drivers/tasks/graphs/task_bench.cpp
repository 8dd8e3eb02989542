#include "drivers/tasks/graphs/task_bench.hpp"

#include <algorithm>

#include "drivers/tasks/graphs/kernel.hpp"
#include "peers/taskbench/graph/graph.hpp"

namespace tasuki::drivers {

namespace {

using namespace task_graphs;
namespace taskbench = peers::taskbench;

using Column = Kernel<"column", Write<double>,
                      runtime::Each<Read<double>, taskbench::kMostColumns>>;

class TaskBench {
  public:
    TaskBench(Context& context, taskbench::Pattern pattern, int width,
              int steps, double flops)
        : context_{context}, graph_{pattern, width, steps}, flops_{flops} {
        for (int task = 0; task < graph_.tasks(); ++task)
            results_.push_back(make_array(context, kElements));
    }
    void submit_iteration(Iteration& iteration) {
        for (int task = 0; task < graph_.tasks(); ++task) {
            runtime::List<Read<double>> inputs;
            for (const int input : graph_.inputs(task)) inputs.add(at(input));
            submit<Column>(context_, iteration, {.flops = flops_}, at(task),
                           inputs);
        }
    }

  private:
    /// Of a result: 0.8 MB, which take 0.13 ms on a bus of 6 GB/s.
    static constexpr double kElements = 100'000;
    Doubles& at(int task) { return results_[static_cast<std::size_t>(task)]; }

    Context& context_;
    taskbench::Graph graph_;
    double flops_;
    std::vector<Doubles> results_;  // (tasks)
};

}  // namespace

std::optional<TaskGraph> find_task_bench(const std::string& pattern,
                                         const std::vector<int>& numbers,
                                         const runtime::Machine& machine) {
    constexpr int kMostRatio = 1000, kMostSteps = 1000;
    const int ratio = numbers[0], width = numbers[1], steps = numbers[2];
    if (std::ranges::count(taskbench::pattern_names(), pattern) == 0 ||
        ratio > kMostRatio || width > taskbench::kMostColumns ||
        steps > kMostSteps)
        return std::nullopt;
    return TaskGraph{
        {Column::name},
        {{Column::name, slowness(machine, ratio)}},
        loader<TaskBench>(taskbench::parse_pattern(pattern), width, steps,
                          core_flops(machine, 1e-3 * ratio))};
}

}  // namespace tasuki::drivers
