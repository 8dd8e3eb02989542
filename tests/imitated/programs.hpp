// Programs whose results are known, for tests of graphs and of policies.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "runtime/core/context.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/imitated/kernels.hpp"

namespace tasuki::test {

inline runtime::ContextOptions with_capture(int gpus = -1) {
    runtime::ContextOptions options;
    options.gpus = gpus;
    options.capture = runtime::Capture::on;
    return options;
}

/// Each GPU by its worker.
inline std::vector<runtime::SubmitOptions> each_gpu(
    const runtime::Context& context) {
    std::vector<runtime::SubmitOptions> places;
    for (const auto& worker : context.workers(runtime::Worker::Kind::gpu))
        places.push_back({.worker = worker.id});
    return places;
}

/// The same tasks each time, on arrays, and what these must hold.
class Program {
  public:
    /// @param places  of its tasks, each at random
    Program(runtime::Context& context, unsigned seed,
            std::vector<runtime::SubmitOptions> places)
        : context_{context}, random_{seed} {
        for (unsigned k = 0; k < 6; ++k) {
            expected_.emplace_back(1000, k + 1);
            arrays_.emplace_back(context, 1000, k + 1);
        }
        for (int k = 0; k < 30; ++k) {
            const auto y = random_() % 6, x = (y + 1 + random_() % 5) % 6;
            auto place = places[random_() % places.size()];
            place.priority = static_cast<int>(random_() % 3);
            tasks_.push_back({y, x, place});
        }
    }

    /// @param a  argument of the first task
    void submit(unsigned a) {
        for (const auto& [y, x, options] : tasks_)
            runtime::submit<Mix>(context_, {a++}, options, arrays_[y],
                                 arrays_[x]);
    }
    runtime::Graph record(unsigned a) {
        return runtime::record(context_, [this, a] { submit(a); });
    }
    /// They run so often with that argument.
    void expect(unsigned a, int times = 1) {
        for (; times > 0; --times)
            for (unsigned next = a; const Task& task : tasks_)
                Mix::cpu({next++}, expected_[task.y], expected_[task.x]);
    }
    /// Tasks of a submit() with this place.
    int count(runtime::Where where) const {
        return static_cast<int>(std::ranges::count_if(
            tasks_,
            [where](const Task& task) { return task.options.where == where; }));
    }
    /// Arrays elsewhere, with another size.
    void move(std::size_t size) {
        for (unsigned k = 0; k < 6; ++k) {
            expected_[k].assign(size, k);
            arrays_[k] = runtime::Array<unsigned>{context_, size, k};
        }
    }
    bool is_right() const {
        for (std::size_t k = 0; k < arrays_.size(); ++k)
            if (!std::ranges::equal(arrays_[k].read(), expected_[k]))
                return false;
        return true;
    }

  private:
    struct Task {
        std::size_t y, x;
        runtime::SubmitOptions options;
    };
    runtime::Context& context_;
    std::mt19937 random_;
    std::vector<std::vector<unsigned>> expected_;
    std::vector<runtime::Array<unsigned>> arrays_;
    std::vector<Task> tasks_;
};

}  // namespace tasuki::test
