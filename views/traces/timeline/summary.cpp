#include "views/traces/timeline/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "views/traces/timeline/intervals.hpp"
#include "views/traces/timeline/iterations.hpp"
#include "views/traces/timeline/phases.hpp"

namespace tasuki::trace {

namespace {

using Spans = std::vector<std::pair<Time, Time>>;

void find_extent(const Timeline& t, Summary& s) {
    const auto spans = iterations(t);
    for (const IterationSpan& span : spans) {
        if (!t.measured(span.number)) {
            ++(span.number < t.window.first ? s.before : s.after);
            continue;
        }
        s.begin =
            s.iterations == 0 ? span.start : std::min(s.begin, span.start);
        s.end = std::max(s.end, span.end);
        ++s.iterations;
    }
    // Iterations overlap: what one takes is what it ends later than the one
    // before it.
    std::optional<Time> before;
    for (const IterationSpan& span : spans)
        if (span.number < t.window.first)
            before = std::max(before.value_or(span.end), span.end);
    if (before && *before < s.end) s.begin = *before;
}

void add_phases(const Timeline& t, Summary& s) {
    using Key = std::tuple<std::size_t, std::string, bool>;
    std::map<Key, PhaseFigures> all;
    for (const Task& task : t.tasks) {
        if (!t.measured(task.iteration)) continue;
        const bool gpu = t.lanes[task.lane].gpu;
        auto& figures = all[{place_of(task.phase), task.phase, !gpu}];
        figures.phase = task.phase;
        figures.gpu = gpu;
        ++figures.count;
        figures.captured += task.captured ? 1 : 0;
        figures.time += task.duration();
        figures.flops += task.flops;
    }
    for (auto& [key, figures] : all) s.phases.push_back(std::move(figures));
}

void add_lanes(const Timeline& t, Summary& s) {
    std::vector<Spans> busy(t.lanes.size()), waits(t.lanes.size());
    const auto clipped = [&s](Time start, Time end) {
        return std::pair{std::max(start, s.begin), std::min(end, s.end)};
    };
    for (std::size_t k = 0; k < t.lanes.size(); ++k)
        s.lanes.emplace_back().lane = static_cast<int>(k);
    for (const Task& task : t.tasks) {
        const auto span = clipped(task.start, task.end);
        if (span.first >= span.second) continue;
        busy[task.lane].push_back(span);
        ++s.lanes[task.lane].tasks;
        if (!t.measured(task.iteration)) ++s.others;
    }
    for (const Wait& wait : t.waits)
        waits[wait.lane].push_back(clipped(wait.start, wait.end));
    for (LaneFigures& lane : s.lanes) {
        const Intervals at_work{busy[lane.lane]};
        lane.busy = at_work.length();
        // Waits lie in the gaps between tasks.
        lane.waiting = Intervals{waits[lane.lane]}.length();
        lane.idle = s.length() - lane.busy - lane.waiting;
    }
}

/// Of every rank, when some worker of it computed.
std::vector<Intervals> computing(const Timeline& t) {
    std::vector<Spans> spans(t.ranks);
    for (const Task& task : t.tasks)
        if (const Lane& lane = t.lanes[task.lane]; !lane.background)
            spans[lane.rank].emplace_back(task.start, task.end);
    return {spans.begin(), spans.end()};
}

void add_links(const Timeline& t, Summary& s) {
    const auto tasks = computing(t);
    // Between ranks last.
    std::map<std::tuple<int, int, int>, std::pair<LinkFigures, Spans>> all;
    const auto add = [&](std::tuple<int, int, int> key, const auto& names,
                         int rank, int receiver, std::uint64_t bytes,
                         Time start, Time end) {
        auto& [link, spans] = all[key];
        std::tie(link.source, link.target) = names;
        link.rank = rank;
        ++link.count;
        link.bytes += bytes;
        spans.emplace_back(start, end);
        s.exchange += end - start;
        s.hidden += tasks[receiver].covered(start, end);
    };
    for (const Transfer& m : t.transfers) {
        // Which iteration it is for, nobody knows.
        if (m.start < s.begin || m.start >= s.end) continue;
        const Node &source = t.nodes[m.source], &target = t.nodes[m.target];
        add({0, m.source, m.target}, std::pair{source.name, target.name},
            source.rank, source.rank, m.bytes, m.start, m.end);
    }
    for (const Message& m : t.messages) {
        if (!t.measured(m.iteration)) continue;
        add({1, m.source, m.target},
            std::pair{fmt::format("rank {}", m.source),
                      fmt::format("rank {}", m.target)},
            -1, m.target, m.bytes, m.start, m.end);
    }
    for (auto& [key, link] : all) {
        link.first.busy = Intervals{std::move(link.second)}.length();
        s.links.push_back(std::move(link.first));
    }
}

}  // namespace

double share_percent(Time part, Time whole) {
    return whole == 0
               ? 0
               : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

std::vector<std::string> notes_on_phases(const Summary& s) {
    std::vector<std::string> notes;
    if (s.others > 0)
        notes.push_back(fmt::format(
            "and {} tasks in that time of other iterations, or of none "
            "(diagnostics, measurements)",
            s.others));
    int all = 0, captured = 0;
    for (const PhaseFigures& p : s.phases) {
        all += p.count;
        captured += p.captured;
    }
    if (captured > 0)
        notes.push_back(fmt::format("{} of the {} tasks ran in captured graphs",
                                    captured, all));
    return notes;
}

double bound_percent(const Summary& s) {
    return share_percent(s.bound.time(), s.length());
}

double hidden_percent(const Summary& s) {
    return share_percent(s.hidden, s.exchange);
}

std::pair<Time, Time> span_of(const Timeline& t, const Step& step) {
    if (step.is_task)
        return {t.tasks[step.index].start, t.tasks[step.index].end};
    return {t.messages[step.index].start, t.messages[step.index].end};
}

Summary summarize(const Timeline& t) {
    Summary s;
    find_extent(t, s);
    add_phases(t, s);
    add_lanes(t, s);
    add_links(t, s);
    s.path_iteration = t.window.first + (t.window.last - t.window.first) / 2;
    auto chains = chains_of(t, s.path_iteration);
    s.path_time = chains.longest;
    s.path = std::move(chains.path);
    s.slack = std::move(chains.slack);
    if (!s.path.empty())
        s.path_span =
            span_of(t, s.path.back()).second - span_of(t, s.path.front()).first;
    s.bound = bound_of(t, s.begin, s.end);
    return s;
}

std::string lane_words(const Timeline& t, int lane) {
    const Lane& l = t.lanes[lane];
    return t.ranks > 1 ? fmt::format("rank {} {}", l.rank, l.name) : l.name;
}

std::string describe(const Timeline& t, const Step& step) {
    if (!step.is_task) {
        const Message& m = t.messages[step.index];
        return fmt::format("message {} -> {}", m.source, m.target);
    }
    const Task& task = t.tasks[step.index];
    auto text = task.phase;
    if (task.block >= 0) text += fmt::format(" block {}", task.block);
    if (!task.faces.empty()) text += ' ' + task.faces;
    return text;
}

}  // namespace tasuki::trace
