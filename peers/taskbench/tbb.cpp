// tbb: every task counts the inputs that are missing; the task that gives the
// last one starts it.  oneTBB does not find dependencies from data, so load()
// tells each task who reads it.
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <atomic>

#include "peers/taskbench/host_results.hpp"

namespace tasuki::peers::taskbench {

namespace {

class Tbb : public HostEngine {
  public:
    explicit Tbb(int cpus) : arena_{cpus} {}

    void load(const Graph& graph) override {
        HostEngine::load(graph);
        missing_ = std::vector<std::atomic<int>>(results_.size());
        readers_.assign(results_.size(), {});
        for (int task = 0; task < graph.tasks(); ++task)
            for (const int input : graph.inputs(task))
                readers_[input].push_back(task);
    }

    double run(int iterations) override {
        return timed([&] { arena_.execute([&] { run_all(iterations); }); });
    }

  private:
    void run_all(int iterations) {
        for (int task = 0; task < graph_->tasks(); ++task)
            missing_[task].store(static_cast<int>(graph_->inputs(task).size()),
                                 std::memory_order_relaxed);
        oneapi::tbb::task_group group;
        for (int task = 0; task < graph_->tasks(); ++task)
            if (graph_->inputs(task).empty()) start(group, task, iterations);
        group.wait();
    }

    void start(oneapi::tbb::task_group& group, int task, int iterations) {
        group.run([this, &group, task, iterations] {
            compute(task, iterations);
            for (const int reader : readers_[task])
                if (missing_[reader].fetch_sub(1) == 1)
                    start(group, reader, iterations);
        });
    }

    oneapi::tbb::task_arena arena_;
    std::vector<std::atomic<int>> missing_;  // (tasks)
    std::vector<std::vector<int>> readers_;  // (tasks)
};

}  // namespace

Maker tbb_maker() {
    return [](On, int cpus) -> std::unique_ptr<Engine> {
        return std::make_unique<Tbb>(cpus);
    };
}

}  // namespace tasuki::peers::taskbench
