#include "views/traces/timeline/bound.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "views/traces/timeline/task_graph.hpp"

namespace tasuki::trace {

namespace {

constexpr int kKinds = 3;
using PerKind = std::array<double, kKinds>;

int kind_of(const Lane& lane) {
    return static_cast<int>(lane.kind());
}

using Class = std::tuple<std::string, double, std::uint64_t>;

Class class_of(const Task& task) {
    return {task.phase, task.flops, task.bytes};
}

Time longest_chain(const Timeline& t, Time begin) {
    std::map<Class, Time> shortest;
    for (const Task& task : t.tasks)
        if (t.measured(task.iteration)) {
            auto& time = shortest.try_emplace(class_of(task), task.duration())
                             .first->second;
            time = std::min(time, task.duration());
        }
    const TaskGraph graph = graph_of(t);
    std::vector<Time> until(graph.before.size());
    Time longest = 0;
    for (const int node : graph.order) {
        if (!t.measured(iteration(t, graph, node))) continue;
        for (const int other : graph.before[node])
            until[node] = std::max(until[node], until[other]);
        // What ran before may have been a part of another chain's time.
        if (graph.is_task(node) && t.tasks[node].start >= begin)
            until[node] += shortest.at(class_of(t.tasks[node]));
        longest = std::max(longest, until[node]);
    }
    return longest;
}

/// Tasks of a class on one rank.
struct Work {
    PerKind count{}, sum{};  // sum of their times [ns]

    double tasks() const { return count[0] + count[1] + count[2]; }
};

/// The area bound of one rank.  By the duality of linear programs it is
///   max over w_k >= 0, sum_k w_k = 1, of
///     sum_c n_c min_k ( w_k t_ck / workers_k ),
/// which every choice of w is a bound of from below: a search for the best
/// that stops early gives a lower bound, never a wrong one.
class Area {
  public:
    Area(const PerKind& workers, const std::vector<Work>& classes)
        : workers_{workers}, classes_{classes} {}

    double best() const {
        return maximum([this](double cpu) {
            return maximum([this, cpu](double gpu) {
                return value({cpu, (1 - cpu) * gpu, (1 - cpu) * (1 - gpu)});
            });
        });
    }

  private:
    double value(const PerKind& w) const {
        double sum = 0;
        for (const Work& work : classes_) {
            double least = std::numeric_limits<double>::infinity();
            for (int k = 0; k < kKinds; ++k)
                if (work.count[k] > 0)
                    least = std::min(least, w[k] * work.sum[k] / work.count[k] /
                                                workers_[k]);
            sum += work.tasks() * least;
        }
        return sum;
    }

    /// Of a concave function on [0, 1], by cutting it in three.
    template <class Function>
    static double maximum(const Function& f) {
        double low = 0, high = 1, found = std::max(f(0.0), f(1.0));
        for (int step = 0; step < 60; ++step) {
            const double a = low + (high - low) / 3, b = high - (a - low);
            const double at_a = f(a), at_b = f(b);
            found = std::max({found, at_a, at_b});
            (at_a < at_b ? low : high) = at_a < at_b ? a : b;
        }
        return found;
    }

    const PerKind& workers_;
    const std::vector<Work>& classes_;
};

Time area_of(const Timeline& t, int rank, Time begin, Time end) {
    PerKind workers{};
    for (const Lane& lane : t.lanes)
        if (lane.rank == rank && !lane.background) ++workers[kind_of(lane)];
    std::map<Class, Work> classes;
    for (const Task& task : t.tasks) {
        const Lane& lane = t.lanes[task.lane];
        const auto part = static_cast<double>(std::min(task.end, end) -
                                              std::max(task.start, begin));
        if (lane.rank != rank || lane.background || part <= 0) continue;
        Work& work = classes[class_of(task)];
        work.count[kind_of(lane)] +=
            part / static_cast<double>(task.duration());
        work.sum[kind_of(lane)] += part;
    }
    std::vector<Work> works;
    for (const auto& [key, work] : classes) works.push_back(work);
    // The search ends just below the best, which often is a whole number.
    return static_cast<Time>(Area{workers, works}.best() + 1e-3);
}

}  // namespace

Bound bound_of(const Timeline& t, Time begin, Time end) {
    Bound bound;
    bound.chain = longest_chain(t, begin);
    for (int rank = 0; rank < t.ranks; ++rank)
        if (const Time area = area_of(t, rank, begin, end); area > bound.area) {
            bound.area = area;
            bound.area_rank = rank;
        }
    return bound;
}

}  // namespace tasuki::trace
