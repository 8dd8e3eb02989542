// Lower bounds of task graphs.
#include "drivers/tasks/graphs/bound.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <vector>

#include "tests/close.hpp"

using namespace tasuki::drivers;
using tasuki::test::close;

namespace {

using Use = LowerBound::Use;

constexpr std::array<char, 4> kArrays{};

Use reads(int k) {
    return {&kArrays.at(static_cast<std::size_t>(k)), true, false};
}
Use writes(int k) {
    return {&kArrays.at(static_cast<std::size_t>(k)), false, true};
}
Use updates(int k) {
    return {&kArrays.at(static_cast<std::size_t>(k)), true, true};
}

double critical_path(const std::vector<std::vector<Use>>& tasks) {
    LowerBound bound;
    for (const auto& uses : tasks) bound.add(1, 2, uses);
    return bound.find(1, 1).critical_path;
}

}  // namespace

TEST_CASE("equal tasks are divided by the speeds of the workers") {
    LowerBound bound;
    for (int k = 0; k < 100; ++k) bound.add(8, 1, {});
    CHECK(close(bound.find(14, 1).area, 100 / (1 + 14.0 / 8), 1e-12));
    CHECK(close(bound.find(14, 0).area, 100 * 8 / 14.0, 1e-12));
    CHECK(close(bound.find(0, 2).area, 50, 1e-12));
    CHECK(bound.find(14, 1).critical_path == 1);
    CHECK(close(bound.find(1000, 1000).seconds(), 1, 1e-12));
}

TEST_CASE("CPUs get the tasks at which they are best") {
    LowerBound bound;
    bound.add(30, 1, {});  // stays on the GPU
    bound.add(2, 1, {});
    bound.add(1, 4, {});  // goes to the CPU
    // The second is divided: x of it on the CPU, where 1 + 2 x = 1 + 1 - x.
    CHECK(close(bound.find(1, 1).area, 1 + 2.0 / 3, 1e-12));
}

TEST_CASE("no assignment of whole tasks takes less than the area bound") {
    std::mt19937 random{7};
    const auto between = [&](double low, double high) {
        return low + (high - low) * random() / 4294967296.0;
    };
    for (int graph = 0; graph < 20; ++graph) {
        constexpr unsigned kTasks = 8;
        std::vector<std::pair<double, double>> tasks;
        LowerBound bound;
        for (unsigned k = 0; k < kTasks; ++k) {
            tasks.emplace_back(between(1, 10), between(1, 3));
            bound.add(tasks.back().first, tasks.back().second, {});
        }
        double least = 1e9;
        for (unsigned set = 0; set < 1U << kTasks; ++set) {
            double cpus = 0, gpus = 0;
            for (unsigned k = 0; k < kTasks; ++k)
                (set >> k & 1U ? cpus : gpus) +=
                    set >> k & 1U ? tasks[k].first : tasks[k].second;
            least = std::min(least, std::max(cpus / 3, gpus / 2));
        }
        const double area = bound.find(3, 2).area;
        CHECK(area <= least);
        CHECK(area > 0.8 * least);
    }
}

TEST_CASE("the critical path is that of the arrays") {
    CHECK(critical_path({}) == 0);
    CHECK(critical_path({{writes(0)}, {writes(1)}}) == 1);
    CHECK(critical_path({{writes(0)}, {reads(0)}, {reads(0)}}) == 2);
    CHECK(critical_path({{updates(0)}, {updates(0)}, {updates(0)}}) == 3);
    // What is read must not be overwritten before.
    CHECK(critical_path({{reads(0), writes(1)}, {writes(0)}}) == 2);
    CHECK(critical_path({{writes(0)},
                         {reads(0), writes(1)},
                         {reads(0), writes(2)},
                         {reads(1), reads(2), writes(3)}}) == 3);
}
