// The results as one page that needs nothing else.
#include "views/pages/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivers/compare/html_report.hpp"
#include "drivers/policies/bench/report.hpp"
#include "io/xml.hpp"
#include "views/pages/html_table.hpp"

namespace tasuki::drivers::policies {

namespace {

using io::xml_shown, page::HtmlTable, page::paragraph, page::section;
using enum page::Column;

std::string warnings(const Results& r) {
    std::string html;
    const auto add = [&html](const std::string& text) {
        html += fmt::format("<p class=\"warn\">{}</p>\n", xml_shown(text));
    };
    for (const auto& banner : banners(r)) add(banner);
    if (!r.is_complete())
        add(
            fmt::format("A part: {} of {} cases had run when this was written. "
                        "The same command goes on.",
                        r.cases.size(), r.planned));
    if (!r.failures.empty())
        add(fmt::format("{} cells failed, see below.", r.failures.size()));
    return html;
}

std::string policy_table(const Results& r) {
    HtmlTable table{{{"policy", word},
                     {"cases", number},
                     {"median regret", number},
                     {"search adds", number},
                     {"worst regret", number},
                     {"in", text}}};
    for (const auto& s : summarize(r.cases, r.policies))
        table.add({s.policy, std::to_string(s.cases), percent_text(s.median),
                   percent_text(s.search), percent_text(s.worst),
                   fmt::format("{}, {}", s.worst_case->machine,
                               s.worst_case->graph)});
    return paragraph(
               "Regret: time over that of the fastest static placement that "
               "was found, less one; below 0 the policy is faster than all "
               "of them. Search adds: how much greater the regret is for the "
               "mean of all iterations from the first one on, in which the "
               "policy looks for places.") +
           table.html();
}

std::string case_table(const Results& r) {
    std::vector<HtmlTable::Head> heads{{"machine", word},
                                       {"graph", word},
                                       {"bound [ms]", number},
                                       {"oracle", text},
                                       {"its time [ms]", number}};
    for (const auto& policy : r.policies) heads.push_back({policy, number});
    HtmlTable table{heads};
    for (const auto& c : r.cases) {
        const auto* oracle = c.oracle();
        std::vector<std::string> fields{c.machine, c.graph, bound_text(c),
                                        oracle ? oracle->name : "-",
                                        oracle_text(c)};
        for (const auto& policy : r.policies)
            fields.push_back(percent_text(c.regret(policy)));
        table.add(fields);
    }
    return paragraph(
               "Bound: no placement and no policy takes less. It is the time "
               "of the critical path or, if that is longer, of all tasks "
               "divided among the workers at will; transfers are for "
               "nothing.") +
           table.html();
}

std::string behind_table(const Results& r) {
    const auto behind = behind_others(r.cases, kOwn, kBehind);
    if (behind.empty())
        return paragraph(
            fmt::format("None by more than {:.0f} %.", 100 * kBehind));
    HtmlTable table{{{"machine", word},
                     {"graph", word},
                     {"faster policy", word},
                     {"behind it", number}}};
    for (const auto& b : behind)
        table.add(
            {b.where->machine, b.where->graph, b.faster, percent_text(b.part)});
    return table.html();
}

/// "4.1 (4.0 to 4.3), settled 7"
std::string spread_text(const Measured& m) {
    const auto [least, greatest] = std::ranges::minmax(m.seconds);
    auto text = fmt::format("{:.4g}", 1e3 * m.median());
    if (least < greatest)
        text += fmt::format(" ({:.4g} to {:.4g})", 1e3 * least, 1e3 * greatest);
    if (const auto settled = m.settled())
        text += fmt::format(", settled {}", *settled);
    return text;
}

std::string time_table(const Results& r) {
    std::vector<HtmlTable::Head> heads{{"machine", word}, {"graph", word}};
    for (const auto& policy : r.policies) heads.push_back({policy, text});
    HtmlTable table{heads};
    for (const auto& c : r.cases) {
        std::vector<std::string> fields{c.machine, c.graph};
        for (const auto& policy : r.policies) {
            const auto* found = c.find(policy);
            fields.push_back(found ? spread_text(*found) : "-");
        }
        table.add(fields);
    }
    return paragraph(
               "Median over the processes [ms], least and greatest where they "
               "differ, and the iteration from which on none takes over 5 % "
               "more than in the steady state.") +
           table.html();
}

/// How the mean time of the first n iterations nears that of the oracle.
views::LineChart search_chart(const Case& c,
                              const std::vector<std::string>& policies) {
    views::LineChart chart;
    chart.title = fmt::format("{}, {}", c.machine, c.graph);
    chart.x_label = "iterations n";
    chart.y_label = "mean time of the first n / oracle";
    chart.axes = views::LineChart::Axes::fall;
    for (std::size_t k = 0; k < policies.size(); ++k) {
        views::ChartSeries series{policies[k], static_cast<int>(k), {}};
        for (std::size_t n = 1;; n += std::max<std::size_t>(1, n / 5)) {
            const auto regret = c.regret_of_first(policies[k], n);
            if (!regret) break;
            series.points.push_back(
                {static_cast<double>(n), 1 + *regret, 1 + *regret, 1 + *regret,
                 fmt::format("{}: {}", policies[k], percent_text(regret))});
        }
        if (!series.points.empty()) chart.series.push_back(std::move(series));
    }
    return chart;
}

std::string search_charts(const Results& r) {
    std::vector<compare::Figure> figures;
    for (std::size_t k = 0; k < r.cases.size(); ++k) {
        auto chart = search_chart(r.cases[k], r.policies);
        if (chart.series.empty()) continue;
        const auto& simulated = r.experiments[k].subject->simulated;
        figures.push_back(
            {"",
             simulated ? fmt::format("Simulated on {}.", simulated->machine)
                       : "",
             std::move(chart)});
    }
    if (figures.empty())
        return paragraph("No graph was measured from its first iteration on.");
    return charts_html(figures);
}

std::string provenance(const Results& r) {
    HtmlTable table{{{"machine", word},
                     {"graph", word},
                     {"CPU", text},
                     {"tasuki", text},
                     {"program (CRC-32)", code}}};
    for (std::size_t k = 0; k < r.cases.size(); ++k) {
        const auto& e = r.experiments[k];
        table.add({r.cases[k].machine, r.cases[k].graph, e.machine.cpu,
                   e.version, e.program});
    }
    return fmt::format("<p><code>{}</code></p>\n", xml_shown(r.command)) +
           paragraph(
               fmt::format("Processes of each policy: {}.", r.processes)) +
           table.html();
}

}  // namespace

std::string to_html(const Results& r) {
    const bool simulated = !banners(r).empty();
    return page::whole(
        std::string{"tasuki bench policies"} + (simulated ? ", SIMULATED" : ""),
        views::chart_style(),
        fmt::format("<h1>Scheduling policies, compared{}</h1>\n",
                    simulated ? " in simulation" : "") +
            warnings(r) +
            section("policies", "Regret of each policy", policy_table(r)) +
            section("cases", "Regret on each graph and machine",
                    case_table(r)) +
            section("behind",
                    std::string{"Where "} + kOwn +
                        " is behind the fastest other policy",
                    behind_table(r)) +
            section("search", "Regret from the first iteration on",
                    search_charts(r)) +
            section("times", "Times", time_table(r)) +
            section("failed", "Failed cells",
                    compare::failures_html(r.failures)) +
            section("origin", "Machines, versions, command", provenance(r)));
}

}  // namespace tasuki::drivers::policies
