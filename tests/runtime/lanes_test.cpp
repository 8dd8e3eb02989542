// Chains of tasks for the graph of a GPU.
#include "runtime/graph/lanes.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace {

using tasuki::runtime::detail::Lanes;
using tasuki::runtime::detail::Segment;
using TaskNumbers = std::vector<std::uint32_t>;
using TasksBefore = std::set<std::uint32_t>;

Segment::Task task_after(int worker, int priority, TaskNumbers after) {
    return {nullptr, 0, 0, 0, priority, worker, {}, {}, std::move(after)};
}

/// Adds all that is before these tasks, and them.
TasksBefore before(const std::vector<TasksBefore>& of,
                   const TaskNumbers& tasks) {
    TasksBefore all;
    for (const auto number : tasks) {
        all.insert(number);
        all.insert(of[number].begin(), of[number].end());
    }
    return all;
}

}  // namespace

TEST_CASE("lanes keep every dependency of a random list, and have few chains") {
    std::mt19937 random{7};
    for (int list = 0; list < 20; ++list) {
        Lanes lanes;
        std::vector<TasksBefore> asked, given;
        std::vector<int> begins(4, 0);  // chains, by GPU and urgency
        for (std::uint32_t k = 0; k < 200; ++k) {
            TasksBefore some;
            for (unsigned n = random() % 4; k > 0 && n > 0; --n)
                some.insert(random() % k);
            const int kind = static_cast<int>(random() % 4);
            const auto next =
                task_after(kind / 2, kind % 2, {some.begin(), some.end()});
            const TaskNumbers after = lanes.add(next);
            asked.push_back(before(asked, next.after));
            given.push_back(before(given, after));
            for (const auto number : asked.back())
                CHECK(given.back().contains(number));
            if (after.empty()) ++begins[kind];
        }
        for (const int count : begins)
            CHECK(count <= static_cast<int>(Lanes::kMost));
    }
}
