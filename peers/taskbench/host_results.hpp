// Results of engines that share the memory of one process.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "codelets/stream/grain/grain.hpp"
#include "peers/taskbench/engine.hpp"

namespace tasuki::peers::taskbench {

/// Calls body() and returns how long it took [s].
template <class Body>
double timed(const Body& body) {
    const auto start = std::chrono::steady_clock::now();
    body();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
}

class HostEngine : public Engine {
  public:
    void load(const Graph& graph) override {
        graph_ = &graph;
        results_.assign(static_cast<std::size_t>(graph.tasks()), 0);
    }
    std::vector<std::uint64_t> results() override { return results_; }

  protected:
    void compute(int task, int iterations) noexcept {
        namespace grain = stream::grain;
        auto hash = grain::seed({static_cast<std::uint64_t>(task), iterations});
        for (const int input : graph_->inputs(task))
            hash = grain::with_input(hash, results_[input]);
        results_[task] = grain::compute(hash, iterations);
    }

    const Graph* graph_ = nullptr;
    std::vector<std::uint64_t> results_;
};

}  // namespace tasuki::peers::taskbench
