#include "drivers/compare/html_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "drivers/compare/comparison.hpp"
#include "drivers/compare/simulated_subject.hpp"
#include "io/xml.hpp"
#include "views/pages/html_table.hpp"
#include "views/pages/page.hpp"

namespace tasuki::drivers::compare {

namespace {

using io::xml_shown, page::HtmlTable, page::paragraph, page::section;
using enum page::Column;

std::string signed_percent(std::optional<double> value) {
    return value ? fmt::format("{:+.1f} %", *value) : "";
}

/// "2 x NVIDIA H200"
std::string gpu_names(std::vector<std::string> names) {
    std::vector<std::string> counted;
    while (!names.empty()) {
        const auto name = names.front();
        const auto count = std::erase(names, name);
        counted.push_back(count == 1 ? name
                                     : fmt::format("{} x {}", count, name));
    }
    return counted.empty() ? "no GPU"
                           : fmt::format("{}", fmt::join(counted, ", "));
}

std::string machine_name(const Machine& m) {
    return fmt::format("{}, {} logical CPUs, {:.0f} GB; {}", m.cpu,
                       m.logical_cpus, m.memory_gb, gpu_names(m.gpus));
}

/// What must not be taken for the whole.
std::string part(const Findings& f) {
    if (f.missing.empty()) return {};
    return fmt::format(
        "<p class=\"warn\">A part: {} of {} cells had not run when this was "
        "written. The run goes on, or was interrupted. <code>tasuki compare "
        "report DIR</code> shows what has finished since; the same "
        "<code>tasuki compare {}</code> goes on.</p>\n",
        f.missing.size(), f.planned(), f.experiment.subject->command);
}

/// What must not be taken for measured.
std::string simulation(const Subject& subject) {
    const auto banner = simulation_banner(subject);
    return banner.empty()
               ? banner
               : fmt::format("<p class=\"warn\">{}</p>\n", xml_shown(banner));
}

std::string lead(const Findings& f) {
    if (f.results.empty())
        return f.failures.empty() ? ""
                                  : "<p class=\"warn\">No cell ended well: see "
                                    "below.</p>\n";
    std::string items;
    for (const auto& sentence : recommend(f.results).sentences)
        items += fmt::format("<li>{}</li>\n", xml_shown(sentence));
    auto text = fmt::format("<div class=\"lead\"><ul>\n{}</ul></div>\n", items);
    if (!f.failures.empty())
        text += fmt::format(
            "<p class=\"warn\">{} of {} cells failed: <a href=\"#failed\">"
            "which, and why</a>.</p>\n",
            f.failures.size(), f.failures.size() + f.results.size());
    return text;
}

/// Placements that stand in a comparison with `gpu`, in the usual order.
std::vector<std::string> compared_with_gpu(
    const std::vector<Comparison>& comparisons) {
    auto names = placements_in(comparisons);
    std::erase_if(names, [&](const std::string& name) {
        return name == "gpu" || name == "dynamic" ||
               std::ranges::none_of(comparisons, [&](const Comparison& c) {
                   return c.gain_over_gpu(name).has_value();
               });
    });
    return names;
}

std::string gains(const std::vector<Comparison>& comparisons) {
    const auto placements = compared_with_gpu(comparisons);
    if (placements.empty())
        return paragraph("No cells to compare with placement gpu.");
    const auto& unit = comparisons.front().work.subject->unit;
    std::vector<HtmlTable::Head> heads{{"work", word},
                                       {"gpu [" + unit + "]", number}};
    for (const auto& placement : placements)
        heads.push_back({placement, number});
    HtmlTable table{heads};
    for (const auto& c : comparisons) {
        const auto* gpu = c.find("gpu");
        if (!gpu) continue;
        std::vector<std::string> fields{describe(c), speed_text(gpu->speed)};
        for (const auto& placement : placements)
            fields.push_back(signed_percent(c.gain_over_gpu(placement)));
        table.add(fields);
    }
    return paragraph(
               "Speed over that of gpu, less one; each placement with its "
               "fastest policy, on the same blocks if there are any.") +
           table.html();
}

std::string distances(const std::vector<Comparison>& comparisons) {
    const auto unit =
        comparisons.empty() ? "" : comparisons.front().work.subject->unit;
    HtmlTable table{{{"work", word},
                     {"dynamic [" + unit + "]", number},
                     {"best static", word},
                     {"its speed [" + unit + "]", number},
                     {"dynamic against it", number}}};
    bool some = false;
    for (const auto& c : comparisons) {
        const auto behind = c.dynamic_behind();
        if (!behind) continue;
        some = true;
        const auto* best = c.best_static();
        table.add({describe(c), speed_text(c.find("dynamic")->speed),
                   best->cell.placement, speed_text(best->speed),
                   signed_percent(-*behind)});
    }
    return some ? table.html()
                : paragraph("No work ran with dynamic and a static placement.");
}

std::string commands(const Findings& f) {
    HtmlTable table{{{"command of each cell", code}}};
    for (const auto& r : f.results) table.add({r.command});
    return table.html();
}

std::string origin(const Experiment& e) {
    const auto list = [](const std::vector<std::string>& words) {
        std::string items;
        for (const auto& word : words)
            items += fmt::format("<code>{}</code><br/>", xml_shown(word));
        return items.empty() ? std::string{"none"} : items;
    };
    return fmt::format(
        "<dl>\n<dt>machine</dt><dd>{}</dd>\n<dt>tasuki</dt><dd>{}; the program "
        "that ran: {} "
        "(CRC-32)</dd>\n<dt>repetitions</dt><dd>{}, their median is "
        "shown</dd>\n<dt>input</dt><dd>{}</dd>\n"
        "<dt>environment</dt><dd>{}</dd>\n<dt>commands</dt><dd>{}</dd>\n</"
        "dl>\n",
        xml_shown(machine_name(e.machine)), xml_shown(e.version),
        xml_shown(e.program),
        e.repetitions > 0 ? std::to_string(e.repetitions) : "the program's own",
        xml_shown(e.subject->input), list(e.environment), list(e.commands));
}

}  // namespace

std::string charts_html(const std::vector<Figure>& figures) {
    std::string html = "<div class=\"charts\">\n";
    for (const auto& figure : figures)
        html += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n",
                            views::inline_svg(figure.chart),
                            xml_shown(figure.caption));
    return html + "</div>\n";
}

std::string failures_html(const std::vector<CellFailure>& failures) {
    if (failures.empty()) return paragraph("None.");
    HtmlTable table{{{"ended", word}, {"reason", text}, {"command", code}}};
    for (const auto& f : failures)
        table.add({how_it_ended(f), f.reason, f.command});
    return table.html();
}

std::string to_html(const Findings& f, const std::vector<Figure>& figures) {
    const Subject& subject = *f.experiment.subject;
    const auto comparisons = compare_placements(f.results);
    auto body = simulation(subject) + part(f) + lead(f);
    if (!figures.empty())
        body += section("charts", subject.unit + " over " + subject.x_label,
                        charts_html(figures));
    body += section("gains", "Static placements against the GPU only",
                    gains(comparisons));
    body += section("dynamic", "dynamic against the best static placement",
                    distances(comparisons));
    body += section("cells", "All cells", cell_table(subject, f.results));
    body += section("failed", "Failed cells", failures_html(f.failures));
    body += section("origin", "Machine, versions, commands",
                    origin(f.experiment) + commands(f));
    return page::whole(
        "tasuki compare " + subject.command +
            (subject.simulated ? ", SIMULATED" : ""),
        views::chart_style(),
        fmt::format("<h1>{}, compared{}</h1>\n"
                    "<p class=\"soft\">{}. Tasuki {}. {} of {} cells.</p>\n{}",
                    xml_shown(subject.title),
                    subject.simulated ? " in simulation" : "",
                    xml_shown(machine_name(f.experiment.machine)),
                    xml_shown(f.experiment.version), f.results.size(),
                    f.planned(), body));
}

}  // namespace tasuki::drivers::compare
