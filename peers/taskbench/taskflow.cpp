// taskflow: a graph that load() builds, so each run has the dependencies before
// the clock starts, as `recorded` and `tbb` have; taskflow-async: every run
// makes the tasks again, as `tasuki` and `openmp` do, and names the tasks that
// each waits for, as Taskflow does not find them from data.
#include <taskflow/taskflow.hpp>

#include "peers/taskbench/host_results.hpp"

namespace tasuki::peers::taskbench {

namespace {

class Taskflow : public HostEngine {
  public:
    explicit Taskflow(int cpus) : executor_{static_cast<std::size_t>(cpus)} {}

    void load(const Graph& graph) override {
        HostEngine::load(graph);
        flow_.clear();
        std::vector<tf::Task> tasks;
        for (int task = 0; task < graph.tasks(); ++task) {
            tasks.push_back(
                flow_.emplace([this, task] { compute(task, iterations_); }));
            for (const int input : graph.inputs(task))
                tasks[task].succeed(tasks[input]);
        }
    }

    double run(int iterations) override {
        iterations_ = iterations;
        return timed([&] { executor_.run(flow_).wait(); });
    }

  private:
    int iterations_ = 0;
    tf::Taskflow flow_;
    tf::Executor executor_;  // ends before the graph does
};

class TaskflowAsync : public HostEngine {
  public:
    explicit TaskflowAsync(int cpus)
        : executor_{static_cast<std::size_t>(cpus)} {}

    double run(int iterations) override {
        return timed([&] {
            tasks_.clear();
            tasks_.reserve(results_.size());
            for (int task = 0; task < graph_->tasks(); ++task)
                make_task(task, iterations);
            executor_.wait_for_all();
        });
    }

  private:
    void make_task(int task, int iterations) {
        inputs_.clear();
        for (const int input : graph_->inputs(task))
            inputs_.push_back(&tasks_[input]);
        tasks_.push_back(executor_.silent_dependent_async(
            [this, task, iterations] { compute(task, iterations); },
            inputs_.begin(), inputs_.end()));
    }

    std::vector<tf::AsyncTask> tasks_;    // (tasks)
    std::vector<tf::AsyncTask*> inputs_;  // of the task that is made
    tf::Executor executor_;
};

}  // namespace

Maker taskflow_maker() {
    return [](On, int cpus) -> std::unique_ptr<Engine> {
        return std::make_unique<Taskflow>(cpus);
    };
}

Maker taskflow_async_maker() {
    return [](On, int cpus) -> std::unique_ptr<Engine> {
        return std::make_unique<TaskflowAsync>(cpus);
    };
}

}  // namespace tasuki::peers::taskbench
