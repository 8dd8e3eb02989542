// The page of a trace.
#include <fmt/format.h>

#include <set>

#include "io/xml.hpp"
#include "views/pages/page.hpp"
#include "views/traces/picture_draw.js.hpp"
#include "views/traces/picture_input.js.hpp"
#include "views/traces/picture_model.js.hpp"
#include "views/traces/picture_svg.hpp"
#include "views/traces/report.css.hpp"
#include "views/traces/report_sections.hpp"
#include "views/traces/report_words.hpp"
#include "views/traces/timeline/phases.hpp"
#include "views/traces/views.hpp"

namespace tasuki::trace {

namespace {

using io::xml_shown, page::section;

std::string lead(const Timeline& t, const Summary& s) {
    std::string items;
    for (const auto& sentence : lead_sentences(t, s))
        items += fmt::format("<li>{}</li>\n", xml_shown(sentence));
    return fmt::format("<div class=\"lead\"><ul>\n{}</ul></div>\n", items);
}

/// Phases that are there, in their order, and what else has a colour.
std::string legend(const Timeline& t, const Summary& s) {
    std::set<std::pair<std::size_t, std::string>> names;
    for (const Task& task : t.tasks)
        names.emplace(place_of(task.phase), task.phase);
    if (s.exchange > 0) names.emplace(place_of("exchange"), "exchange");
    if (!t.waits.empty()) names.emplace(place_of("waiting"), "waiting");
    std::string items;
    for (const auto& [place, name] : names)
        items +=
            fmt::format("<span><i style=\"background:{}\"></i>{}</span>\n",
                        hex(style_of(name).colour),
                        name == "waiting" ? "waits for data" : xml_shown(name));
    return fmt::format(
        "<div class=\"legend\">{}<span><i class=\"line\"></i>longest chain of "
        "iteration {}</span></div>\n",
        items, s.path_iteration);
}

constexpr const char* kControls = R"(<div class="controls">
<button data-key="+" title="key +">+</button>
<button data-key="-" title="key -">−</button>
<button data-key="Home" title="key Home">all</button>
<button data-key="m" title="key m">measured</button>
<button data-key="I" title="key I">‹ iteration</button>
<button data-key="i" title="key i">iteration ›</button>
<button data-key="," title="key ,">‹ chain</button>
<button data-key="." title="key .">chain ›</button>
<label><input type="checkbox" data-shows="path" checked="checked"/> longest chain</label>
<label><input type="checkbox" data-shows="messages" checked="checked"/> messages</label>
<span class="hint">drag, arrow keys, Ctrl + wheel, double click</span>
</div>
)";

std::string picture(const Timeline& t, const Summary& s,
                    const PictureLimits& limits) {
    const auto data = picture_data(t, s, limits);
    const auto still = static_picture(t, s);
    std::string html = legend(t, s);
    if (data.tasks < t.tasks.size())
        html += fmt::format(
            "<p class=\"warn\">A part: the picture has the first {} of {} "
            "tasks, up to iteration {}. All figures count every task.</p>\n",
            data.tasks, t.tasks.size(), data.last_iteration);
    html += fmt::format(
        "<div class=\"gantt\">{}<div class=\"pane\"><canvas tabindex=\"0\" "
        "role=\"img\" aria-label=\"Tasks, transfers and messages over time; "
        "arrow keys move, plus and minus zoom, full stop goes along the "
        "longest chain\"></canvas><div class=\"tip\" hidden=\"hidden\"></div>"
        "</div><p class=\"said\" aria-live=\"polite\"></p></div>\n",
        kControls);
    html += fmt::format(
        "<div class=\"static\">{}<p class=\"soft\">Iterations {} to {}; times "
        "from the start of the record.{}</p></div>\n",
        still.svg, still.first, still.last,
        still.hidden == 0
            ? ""
            : fmt::format(" {} items are too short to be seen at this size.",
                          still.hidden));
    html += fmt::format(
        "<script type=\"application/json\" id=\"trace-data\">{}</script>\n",
        data.json);
    return html;
}

/// For a reader of HTML the marks of XML are in comments of the script.
std::string script() {
    return fmt::format(
        "<script>//<![CDATA[\n(function () {{\n'use "
        "strict';{}{}{}}})();\n//]]></script>\n",
        kPictureModelJs, kPictureDrawJs, kPictureInputJs);
}

}  // namespace

std::string to_html(const Timeline& t, const Summary& s,
                    const PictureLimits& limits) {
    auto body = fmt::format(
        "<h1>{}</h1>\n<p class=\"soft\">A trace: iterations {} to {}{}. Tasuki "
        "{}.</p>\n",
        xml_shown(t.title.empty() ? "A traced run" : t.title), t.window.first,
        t.window.last, t.ranks > 1 ? fmt::format(", {} ranks", t.ranks) : "",
        xml_shown(t.version));
    body += lead(t, s);
    body += picture(t, s, limits);
    body += section("workers", "What each worker did", workers_html(t, s));
    body += "<div class=\"two\">" +
            section("phases", "Phases", phases_html(s)) +
            section("exchange", "Exchange", exchange_html(t, s)) + "</div>\n";
    body += section("chain", "The longest chain", chain_html(t, s));
    body += "<div class=\"two\">" +
            section("bound", "Distance to the bound", bound_html(t, s)) +
            section("origin", "Command, versions, cost", origin_html(t, s)) +
            "</div>\n";
    return page::whole("Trace: " + t.title, kReportCss, body + script());
}

}  // namespace tasuki::trace
