// tasuki: runtime::submit() on a worker for each CPU, or on a GPU; replay: the
// same on one worker, as lists.
#include <deque>

#include "peers/taskbench/host_results.hpp"
#include "peers/taskbench/options.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/replay/replay.hpp"

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
        // Replays begin with the third, and graphs of a GPU with the next.
        for (int k = 0; k < 4; ++k) run(1);
    }

    double run(int iterations) override {
        return graph_->pattern() == Pattern::all_to_all
                   ? run_with<kMostColumns>(iterations)
                   : run_with<kFewInputs>(iterations);
    }

    std::vector<std::uint64_t> results() override {
        std::vector<std::uint64_t> results;
        for (const auto& value : values_) results.push_back(value.read()[0]);
        return results;
    }

  private:
    template <int kMost>
    double run_with(int iterations) {
        const auto submit = [&] {
            for (int task = 0; task < graph_->tasks(); ++task) {
                runtime::List<runtime::Read<std::uint64_t>> inputs;
                for (const int input : graph_->inputs(task))
                    inputs.add(values_[input]);
                runtime::submit<stream::grain::Kernel<kMost>>(
                    context_, {static_cast<std::uint64_t>(task), iterations},
                    values_[task], inputs);
            }
        };
        return timed([&] {
            replay_.iteration(submit);
            context_.wait();
        });
    }

    runtime::Context context_;
    runtime::Replay replay_{context_};
    const Graph* graph_ = nullptr;
    std::deque<runtime::Array<std::uint64_t>> values_;  // (tasks)
};

}  // namespace

std::unique_ptr<Engine> make_tasuki(On on, int cpus) {
    auto options = options_on(on, cpus);
    options.replays = runtime::Replays::off;
    return std::make_unique<Tasuki>(options);
}

std::unique_ptr<Engine> make_replay(On on) {
    auto options = options_on(on, 1);
    options.replays = runtime::Replays::on;
    return std::make_unique<Tasuki>(options);
}

}  // namespace tasuki::peers::taskbench
