#include "views/traces/difference.hpp"

#include <fmt/format.h>

#include "io/print.hpp"
#include "json/json.hpp"
#include "views/traces/report_words.hpp"

namespace tasuki::trace {

namespace {

using Figures = std::vector<std::pair<std::string, double>>;

/// Rows in the order in which either trace has them.
void add_rows(const std::string& group, const Figures& before,
              const Figures& after, std::vector<DifferenceRow>& rows) {
    const auto first = rows.size();
    for (const auto& [name, value] : before)
        rows.push_back({group, name, value, {}});
    for (const auto& [name, value] : after) {
        auto at = first;
        while (at < rows.size() && rows[at].name != name) ++at;
        if (at == rows.size()) rows.push_back({group, name});
        rows[at].after = value;
    }
}

double ms(double nanoseconds) {
    return 1e-6 * nanoseconds;
}

Figures time_figures(const Traced& x) {
    const Summary& s = x.summary;
    const int count = std::max(1, s.iterations);
    return {{"iteration [ms]", ms(time_per_iteration(s))},
            {"bound [ms]", ms(static_cast<double>(s.bound.time()) / count)},
            {"longest chain [ms]", ms(static_cast<double>(s.path_time))}};
}

Figures phase_figures(const Traced& x) {
    const Summary& s = x.summary;
    Figures figures;
    for (const PhaseFigures& p : s.phases) {
        const auto name =
            fmt::format("{} on {}", p.phase, p.gpu ? "GPU" : "CPU");
        figures.emplace_back(name + " [tasks]",
                             static_cast<double>(p.count) / s.iterations);
        figures.emplace_back(name + " [ms]",
                             ms(static_cast<double>(p.time)) / s.iterations);
        figures.emplace_back(name + " each [ms]",
                             ms(static_cast<double>(p.time)) / p.count);
    }
    return figures;
}

Figures worker_figures(const Traced& x) {
    const Summary& s = x.summary;
    Figures figures;
    for (const LaneFigures& l : s.lanes) {
        const Lane& lane = x.timeline.lanes[l.lane];
        const auto name = fmt::format("rank {} {}", lane.rank, lane.name);
        figures.emplace_back(name + " busy [%]",
                             share_percent(l.busy, s.length()));
        figures.emplace_back(name + " waits for data [%]",
                             share_percent(l.waiting, s.length()));
        figures.emplace_back(name + " idle [%]",
                             share_percent(l.idle, s.length()));
    }
    return figures;
}

Figures exchange_figures(const Traced& x) {
    const Summary& s = x.summary;
    const int count = std::max(1, s.iterations);
    Figures figures{{"exchange overlapped [%]", hidden_percent(s)}};
    for (const LinkFigures& l : s.links)
        figures.emplace_back(
            fmt::format("{}{} to {} [kB]",
                        l.rank < 0 ? "" : fmt::format("rank {} ", l.rank),
                        l.source, l.target),
            1e-3 * static_cast<double>(l.bytes) / count);
    return figures;
}

}  // namespace

double DifferenceRow::change_percent() const {
    return before && after && *before != 0 ? 100 * (*after / *before - 1) : 0;
}

Difference compare(const Traced& before, const Traced& after) {
    Difference d;
    const auto add = [&](const char* group, Figures (*of)(const Traced&)) {
        add_rows(group, of(before), of(after), d.rows);
    };
    add("time", time_figures);
    add("phase", phase_figures);
    add("worker", worker_figures);
    add("exchange", exchange_figures);
    d.sentences = change_sentences(before, after);
    return d;
}

Json to_json(const Difference& d) {
    Json j{{"figures", Json::array()}, {"changes", d.sentences}};
    for (const DifferenceRow& row : d.rows)
        j["figures"].push_back(
            {{"group", row.group},
             {"name", row.name},
             {"before", row.before ? Json(*row.before) : nullptr},
             {"after", row.after ? Json(*row.after) : nullptr}});
    return j;
}

void print_difference(const Traced& before, const Traced& after,
                      const Difference& d) {
    io::print("A  {}\nB  {}\n", before.timeline.title, after.timeline.title);
    std::string group;
    const auto figure = [](std::optional<double> value) {
        return value ? fmt::format("{:.4g}", *value) : std::string{"-"};
    };
    for (const DifferenceRow& row : d.rows) {
        if (row.group != group)
            io::print("\n  {:<40} {:>11} {:>11} {:>9}\n",
                      row.group + (row.group == "worker" ? ", of the time"
                                                         : ", per iteration"),
                      "A", "B", "change");
        group = row.group;
        // Of percentages the change is in points.
        const bool points = row.name.ends_with("[%]");
        io::print("  {:<40} {:>11} {:>11}", row.name, figure(row.before),
                  figure(row.after));
        if (row.before && row.after)
            io::print(" {:>9}",
                      points
                          ? fmt::format("{:+.1f} pt", *row.after - *row.before)
                          : fmt::format("{:+.1f} %", row.change_percent()));
        io::print("\n");
    }
    io::print("\n");
    for (const auto& sentence : d.sentences) io::print("{}\n", sentence);
}

}  // namespace tasuki::trace
