// tasuki: runtime::submit() on a worker for each CPU, or on a GPU; recorded: a
// runtime::Graph on one worker.
#include <deque>
#include <map>

#include "peers/taskbench/host_results.hpp"
#include "peers/taskbench/options.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/graph/graph.hpp"

namespace tasuki::peers::taskbench {

namespace {

class Tasuki : public Engine {
  public:
    explicit Tasuki(const runtime::ContextOptions& options)
        : context_{options} {}

    void load(const Graph& graph) override {
        graph_ = &graph;
        values_.clear();
        for (int task = 0; task < graph.tasks(); ++task)
            values_.emplace_back(context_, 1);
        warm_up();
    }

    double run(int iterations) override {
        return timed([&] {
            submit_all(iterations);
            context_.wait();
        });
    }

    std::vector<std::uint64_t> results() override {
        std::vector<std::uint64_t> results;
        for (const auto& value : values_) results.push_back(value.read()[0]);
        return results;
    }

  protected:
    /// The first tasks load kernels.
    virtual void warm_up() { run(1); }
    void submit_all(int iterations) {
        if (graph_->pattern() == Pattern::all_to_all)
            submit_with<kMostColumns>(iterations);
        else
            submit_with<kFewInputs>(iterations);
    }

    runtime::Context context_;

  private:
    template <int kMost>
    void submit_with(int iterations) {
        for (int task = 0; task < graph_->tasks(); ++task) {
            runtime::List<runtime::Read<std::uint64_t>> inputs;
            for (const int input : graph_->inputs(task))
                inputs.add(values_[input]);
            runtime::submit<stream::grain::Kernel<kMost>>(
                context_, {static_cast<std::uint64_t>(task), iterations},
                values_[task], inputs);
        }
    }

    const Graph* graph_ = nullptr;
    std::deque<runtime::Array<std::uint64_t>> values_;  // (tasks)
};

class Recorded final : public Tasuki {
  public:
    using Tasuki::Tasuki;

    void load(const Graph& graph) override {
        recorded_.clear();
        Tasuki::load(graph);
    }

    double run(int iterations) override {
        auto& its = recorded_[iterations];
        if (its == nullptr) {
            its = std::make_unique<runtime::Graph>(
                runtime::record(context_, [&] { submit_all(iterations); }));
            // A GPU's graph is captured by the second run.
            its->run(2);
            context_.wait();
        }
        return timed([&] {
            its->run();
            context_.wait();
        });
    }

  private:
    std::map<int, std::unique_ptr<runtime::Graph>> recorded_;
};

}  // namespace

std::unique_ptr<Engine> make_tasuki(On on, int cpus) {
    auto options = options_on(on, cpus);
    options.capture = runtime::Capture::off;
    return std::make_unique<Tasuki>(options);
}

std::unique_ptr<Engine> make_recorded(On on, int) {
    auto options = options_on(on, 1);
    options.capture = runtime::Capture::on;
    return std::make_unique<Recorded>(options);
}

}  // namespace tasuki::peers::taskbench
