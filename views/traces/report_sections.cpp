#include "views/traces/report_sections.hpp"

#include <fmt/format.h>

#include "io/xml.hpp"
#include "views/pages/html_table.hpp"
#include "views/pages/page.hpp"
#include "views/traces/report_words.hpp"

namespace tasuki::trace {

namespace {

using io::xml_shown, page::HtmlTable, page::paragraph;
using enum page::Column;

std::string percent(Time part, Time whole) {
    return fmt::format("{:.1f} %", share_percent(part, whole));
}

std::string bar(const char* kind, Time part, Time whole) {
    return fmt::format("<span class=\"{}\" style=\"width:{:.2f}%\"></span>",
                       kind, share_percent(part, whole));
}

std::string worker_of(const Timeline& t, const Step& step) {
    return step.is_task ? lane_words(t, t.tasks[step.index].lane) : "";
}

std::string link_name(const Timeline& t, const LinkFigures& link) {
    return t.ranks > 1 && link.rank >= 0
               ? fmt::format("rank {} {} to {}", link.rank, link.source,
                             link.target)
               : fmt::format("{} to {}", link.source, link.target);
}

}  // namespace

std::string workers_html(const Timeline& t, const Summary& s) {
    std::string rows;
    for (const LaneFigures& l : s.lanes)
        rows += fmt::format(
            "<tr><td>{}</td><td class=\"bars\"><div class=\"bar\">{}{}</div>"
            "</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
            "<td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
            xml_shown(lane_words(t, l.lane)), bar("busy", l.busy, s.length()),
            bar("waiting", l.waiting, s.length()), percent(l.busy, s.length()),
            percent(l.waiting, s.length()), percent(l.idle, s.length()),
            l.tasks);
    return fmt::format(
        "<div class=\"wide\"><table class=\"workers\">\n<thead><tr>"
        "<th>worker</th><th class=\"bars\"></th><th class=\"number\">busy</th>"
        "<th class=\"number\">waits for data</th><th class=\"number\">idle</th>"
        "<th class=\"number\">tasks</th></tr></thead>\n<tbody>\n{}</tbody>"
        "</table></div>\n",
        rows);
}

std::string phases_html(const Summary& s) {
    if (s.phases.empty()) return paragraph("No tasks.");
    HtmlTable table{{{"phase", word},
                     {"on", word},
                     {"tasks", number},
                     {"per iteration [us]", number},
                     {"each [us]", number},
                     {"GFLOP/s", number}}};
    for (const PhaseFigures& p : s.phases)
        table.add(
            {p.phase, p.gpu ? "GPU" : "CPU", fmt::format("{}", p.count),
             fmt::format("{:.2f}", us(p.time) / s.iterations),
             fmt::format("{:.2f}", us(p.time) / p.count),
             p.flops > 0 && p.time > 0
                 ? fmt::format("{:.2f}", p.flops / static_cast<double>(p.time))
                 : ""});
    std::string html = table.html();
    for (const auto& note : notes_on_phases(s)) html += paragraph(note);
    return html;
}

std::string exchange_html(const Timeline& t, const Summary& s) {
    if (s.links.empty())
        return paragraph("Nothing moved between memories or ranks.");
    HtmlTable table{{{"link", word},
                     {"count", number},
                     {"kB per iteration", number},
                     {"kB each", number},
                     {"GB/s while busy", number}}};
    for (const LinkFigures& l : s.links) {
        const auto kilobytes = 1e-3 * static_cast<double>(l.bytes);
        table.add({link_name(t, l), fmt::format("{}", l.count),
                   fmt::format("{:.1f}", kilobytes / s.iterations),
                   fmt::format("{:.1f}", kilobytes / l.count),
                   l.busy == 0 ? "" : fmt::format("{:.2f}", l.rate())});
    }
    return paragraph(fmt::format(
               "Transfers and messages took {} in sum, of which {:.1f} % "
               "overlapped with computation on the receiving rank.",
               duration_words(s.exchange), hidden_percent(s))) +
           table.html();
}

std::string chain_html(const Timeline& t, const Summary& s) {
    if (s.path.empty())
        return paragraph(
            fmt::format("Iteration {} has no tasks.", s.path_iteration));
    HtmlTable steps{{{"", number},
                     {"step", word},
                     {"on", word},
                     {"took [us]", number},
                     {"stood still before [us]", number}}};
    Time before = span_of(t, s.path.front()).first;
    int count = 0;
    for (const Step& step : s.path) {
        const auto [start, end] = span_of(t, step);
        steps.add({fmt::format("{}", ++count), describe(t, step),
                   worker_of(t, step), fmt::format("{:.2f}", us(end - start)),
                   fmt::format("{:.2f}", us(start - before))});
        before = end;
    }
    HtmlTable slack{{{"phase", word},
                     {"parts", number},
                     {"without slack", number},
                     {"least slack [us]", number},
                     {"most [us]", number}}};
    for (const PhaseSlack& p : s.slack)
        slack.add({p.phase, fmt::format("{}", p.count),
                   fmt::format("{}", p.critical),
                   fmt::format("{:.2f}", us(p.least)),
                   fmt::format("{:.2f}", us(p.most))});
    return paragraph(fmt::format(
               "Each step needs the one before. Iteration {}: {} if no step "
               "waited; from its start to its end it was {}.",
               s.path_iteration, duration_words(s.path_time),
               duration_words(s.path_span))) +
           "<div class=\"two\"><div>" + steps.html() + "</div><div>" +
           slack.html() +
           paragraph(
               "Slack: by how much a part of that iteration could take longer "
               "and the longest chain would be no longer.") +
           "</div></div>";
}

std::string bound_html(const Timeline& t, const Summary& s) {
    if (s.bound.time() == 0) return paragraph("No tasks.");
    HtmlTable table{{{"", word}, {"time", number}, {"of what was", number}}};
    const auto add = [&](const std::string& name, Time time) {
        table.add({name, duration_words(time), percent(time, s.length())});
    };
    add("measured", s.length());
    add("bound by dependencies", s.bound.chain);
    add(t.ranks > 1 ? fmt::format("bound by work, rank {}", s.bound.area_rank)
                    : "bound by work",
        s.bound.area);
    return table.html() +
           paragraph(
               "By dependencies: the longest chain of tasks over all measured "
               "iterations, each as quick as the quickest with the same phase, "
               "flops and bytes. By work: what ran on a rank in that time, "
               "shared out over its workers without a gap, in the best way for "
               "the mean times on each kind of worker that ran such tasks. "
               "Data moves at once in both. The larger one is the bound.");
}

std::string origin_html(const Timeline& t, const Summary& s) {
    std::string list;
    const auto add = [&list](const char* name, const std::string& html) {
        list += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, html);
    };
    if (!t.command.empty())
        add("command", "<code>" + xml_shown(t.command) + "</code>");
    add("versions", xml_shown(t.version));
    add("recorded",
        fmt::format("iterations {} to {}; {} before and {} after them are not "
                    "counted",
                    t.window.first, t.window.last, s.before, s.after));
    add("cost", t.cost.empty()
                    ? "not measured"
                    : fmt::format("{:+.1f} % of the time per iteration, {}",
                                  t.cost.percent(), stretch_words(t.cost)));
    if (t.ranks > 1)
        add("clocks", fmt::format("of {} ranks agree within {}", t.ranks,
                                  duration_words(t.clocks_within)));
    return "<dl>\n" + list + "</dl>\n";
}

}  // namespace tasuki::trace
