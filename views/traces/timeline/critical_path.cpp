#include "views/traces/timeline/critical_path.hpp"

#include <algorithm>

namespace tasuki::trace {

namespace {

/// Tasks, and behind them messages, as one list of nodes.
class Graph {
  public:
    Graph(const Timeline& timeline, int iteration)
        : t_{timeline},
          iteration_{iteration},
          best_(t_.tasks.size() + t_.messages.size()) {}

    CriticalPath longest() {
        int last = -1;
        for (int k = 0; k < static_cast<int>(best_.size()); ++k)
            if (is_in(k) && (last < 0 || until(k) > until(last))) last = k;
        CriticalPath path;
        if (last < 0) return path;
        path.time = until(last);
        for (int k = last; k >= 0; k = best_[k].before)
            path.steps.push_back(
                is_task(k)
                    ? Step{true, k}
                    : Step{false, k - static_cast<int>(t_.tasks.size())});
        std::ranges::reverse(path.steps);
        return path;
    }

  private:
    struct Best {
        Time time = -1;  // not known yet
        int before = -1;
    };

    bool is_task(int k) const { return k < static_cast<int>(t_.tasks.size()); }
    const Message& message(int k) const {
        return t_.messages[k - t_.tasks.size()];
    }
    bool is_in(int k) const {
        return iteration_ ==
               (is_task(k) ? t_.tasks[k].iteration : message(k).iteration);
    }

    /// Of the longest chain that ends with k.
    Time until(int k) {
        Best& best = best_[k];
        if (best.time >= 0) return best.time;
        // Should a record depend on itself, the chain ends here.
        best.time = 0;
        Time before = 0;
        int which = -1;
        const auto consider = [&](int other) {
            if (!is_in(other)) return;
            const Time time = until(other);
            if (which < 0 || time > before) {
                before = time;
                which = other;
            }
        };
        for (const int other :
             is_task(k) ? t_.tasks[k].after : message(k).after)
            consider(other);
        if (is_task(k))
            for (const int m : t_.tasks[k].after_messages)
                consider(static_cast<int>(t_.tasks.size()) + m);
        const Time own = is_task(k) ? t_.tasks[k].duration()
                                    : message(k).end - message(k).start;
        best_[k] = {before + own, which};
        return best_[k].time;
    }

    const Timeline& t_;
    int iteration_;
    std::vector<Best> best_;
};

}  // namespace

CriticalPath critical_path(const Timeline& timeline, int iteration) {
    return Graph{timeline, iteration}.longest();
}

}  // namespace tasuki::trace
