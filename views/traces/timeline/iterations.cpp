#include "views/traces/timeline/iterations.hpp"

#include <algorithm>
#include <map>

namespace tasuki::trace {

std::string_view role_of(const Timeline& t, int number) {
    return t.measured(number)        ? "iteration"
           : number < t.window.first ? "warm-up"
                                     : "run-out";
}

std::vector<IterationSpan> iterations(const Timeline& t) {
    std::map<int, IterationSpan> all;
    const auto add = [&all](int number, Time start, Time end) {
        if (number < 0) return;
        auto& span = all.try_emplace(number, IterationSpan{number, start, end})
                         .first->second;
        span.start = std::min(span.start, start);
        span.end = std::max(span.end, end);
    };
    for (const Task& task : t.tasks) add(task.iteration, task.start, task.end);
    for (const Message& m : t.messages) add(m.iteration, m.start, m.end);
    std::vector<IterationSpan> spans;
    for (const auto& [number, span] : all) spans.push_back(span);
    return spans;
}

}  // namespace tasuki::trace
