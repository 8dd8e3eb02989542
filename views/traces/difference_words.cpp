// What changed from one trace to another, in words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "views/traces/difference.hpp"
#include "views/traces/report_words.hpp"

namespace tasuki::trace {

namespace {

/// With a weight by which they are ordered.
using Weighted = std::vector<std::pair<double, std::string>>;

const char* more(double change) {
    return change > 0 ? "more" : "less";
}

void add_time(const Traced& a, const Traced& b, Weighted& found) {
    const double was = time_per_iteration(a.summary),
                 is = time_per_iteration(b.summary);
    if (was == 0 || is == 0) return;
    const double percent = 100 * (is / was - 1);
    if (std::abs(percent) <= kLeastChange) return;
    // What it is all about comes first.
    found.emplace_back(
        1e9, fmt::format("An iteration takes {} instead of {}: {:.0f} % {}.",
                         duration_words(is), duration_words(was),
                         std::abs(percent), more(percent)));
}

/// Parts of the tasks of a phase, by name of the worker without its rank.
using Shares = std::map<std::string, double>;

std::map<std::string, Shares> shares_of(const Traced& x) {
    std::map<std::string, Shares> shares;
    std::map<std::string, double> tasks;
    for (const Task& task : x.timeline.tasks)
        if (x.timeline.measured(task.iteration)) {
            ++shares[task.phase][x.timeline.lanes[task.lane].name];
            ++tasks[task.phase];
        }
    for (auto& [phase, of_lanes] : shares)
        for (auto& [lane, share] : of_lanes) share /= tasks[phase];
    return shares;
}

bool has_lane(const Traced& x, const std::string& name) {
    return std::ranges::find(x.timeline.lanes, name, &Lane::name) !=
           x.timeline.lanes.end();
}

/// Where a phase runs: what has lost most of it, and what has gained most.
void add_moves(const Traced& a, const Traced& b, Weighted& found) {
    auto before = shares_of(a), after = shares_of(b);
    for (auto& [phase, now] : after) {
        if (!before.contains(phase)) continue;
        Shares& was = before[phase];
        auto change = now;
        for (const auto& [lane, share] : was) change[lane] -= share;
        const auto [from, to] = std::ranges::minmax_element(
            change, {}, [](const auto& entry) { return entry.second; });
        const double moved = 100 * std::min(to->second, -from->second);
        if (moved <= kLeastChange) continue;
        // Then everything moves, and who came and who went says it.
        if (!has_lane(b, from->first) && !has_lane(a, to->first)) continue;
        found.emplace_back(
            moved,
            fmt::format("{} moved from {} to {}: {:.0f} % of its tasks; {} "
                        "does {:.0f} % of them now, it was {:.0f} %.",
                        phase, from->first, to->first, moved, to->first,
                        100 * now[to->first], 100 * was[to->first]));
    }
}

void add_speeds(const Traced& a, const Traced& b, Weighted& found) {
    for (const PhaseFigures& now : b.summary.phases)
        for (const PhaseFigures& was : a.summary.phases) {
            if (now.phase != was.phase || now.gpu != was.gpu) continue;
            const double before = static_cast<double>(was.time) / was.count,
                         after = static_cast<double>(now.time) / now.count;
            const double percent = before == 0 ? 0 : 100 * (after / before - 1);
            if (std::abs(percent) <= kLeastChange) continue;
            // Of what matters: by its part of the time.
            const double weight =
                std::abs(percent) *
                share_percent(now.time, std::max<Time>(1, b.summary.length())) /
                100;
            found.emplace_back(
                weight,
                fmt::format("A task of {} takes {:.0f} % {} time on the {}: {} "
                            "instead of {}.",
                            now.phase, std::abs(percent), more(percent),
                            now.gpu ? "GPU" : "CPU", duration_words(after),
                            duration_words(before)));
        }
}

/// By name of the worker, over all ranks.
std::map<std::string, TimeUse> times_of(const Traced& x) {
    std::map<std::string, TimeUse> times;
    for (const LaneFigures& l : x.summary.lanes)
        times[x.timeline.lanes[l.lane].name] += l;
    return times;
}

void add_workers(const Traced& a, const Traced& b, Weighted& found) {
    const auto before = times_of(a), after = times_of(b);
    for (const auto& [name, now] : after) {
        const auto at = before.find(name);
        if (at == before.end()) {
            found.emplace_back(50, fmt::format("{} takes part now.", name));
            continue;
        }
        const TimeUse& was = at->second;
        const auto add = [&, &lane = name](const char* what, Time is,
                                           Time was_then) {
            const double old_share = share_percent(was_then, was.whole()),
                         new_share = share_percent(is, now.whole());
            const double points = new_share - old_share;
            if (std::abs(points) <= kLeastChange) return;
            found.emplace_back(
                std::abs(points),
                fmt::format("{} {} for {:.0f} % of the time, before {:.0f} %.",
                            lane, what, new_share, old_share));
        };
        add("waits for data", now.waiting, was.waiting);
        add("is idle", now.idle, was.idle);
    }
    for (const auto& [name, times] : before)
        if (!after.contains(name))
            found.emplace_back(50, fmt::format("{} is left out now.", name));
}

void add_exchange(const Traced& a, const Traced& b, Weighted& found) {
    const auto bytes = [](const Traced& x) {
        double sum = 0;
        for (const LinkFigures& l : x.summary.links)
            sum += static_cast<double>(l.bytes);
        return sum / std::max(1, x.summary.iterations);
    };
    const double was = bytes(a), is = bytes(b);
    if (was == 0 && is > 0)
        found.emplace_back(40, fmt::format("Data moves now: {} per iteration.",
                                           bytes_words(is)));
    if (was > 0 && is == 0)
        found.emplace_back(40, "Nothing moves between memories or ranks now.");
    if (was == 0 || is == 0) return;
    const double percent = 100 * (is / was - 1);
    if (std::abs(percent) > kLeastChange)
        found.emplace_back(
            std::abs(percent) / 2,
            fmt::format("{:.0f} % {} data moves: {} per iteration instead of "
                        "{}.",
                        std::abs(percent), more(percent), bytes_words(is),
                        bytes_words(was)));
    const double points = hidden_percent(b.summary) - hidden_percent(a.summary);
    if (std::abs(points) > kLeastChange)
        found.emplace_back(
            std::abs(points),
            fmt::format("{:.0f} % of the exchange overlaps with computation, "
                        "before {:.0f} %.",
                        hidden_percent(b.summary), hidden_percent(a.summary)));
}

}  // namespace

std::vector<std::string> change_sentences(const Traced& before,
                                          const Traced& after) {
    if (before.summary.iterations == 0 || after.summary.iterations == 0)
        return {"One of them has no measured iteration: nothing to compare."};
    Weighted found;
    add_time(before, after, found);
    add_moves(before, after, found);
    add_speeds(before, after, found);
    add_workers(before, after, found);
    add_exchange(before, after, found);
    std::ranges::stable_sort(found, std::greater<>{},
                             &std::pair<double, std::string>::first);
    std::vector<std::string> sentences;
    for (auto& [weight, sentence] : found)
        sentences.push_back(std::move(sentence));
    if (sentences.empty())
        sentences.push_back(fmt::format(
            "Nothing changed by more than {:.0f} %.", kLeastChange));
    return sentences;
}

}  // namespace tasuki::trace
