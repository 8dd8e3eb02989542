// Names in pages, pictures and charts. An input is cut into equal parts: a
// title, two phases, a worker, a memory and what a block is named after.
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/traces.hpp"
#include "tests/views/traces/made_timeline.hpp"
#include "views/charts/line_chart.hpp"
#include "views/pages/html_table.hpp"
#include "views/pages/page.hpp"

namespace {

using namespace tasuki;

trace::Timeline timeline_of(const std::array<std::string, 6>& names) {
    test::MadeTimeline made{2};
    const int here = made.gpu(0), there = made.cpu(1);
    const int first = made.task(names[1], here, 0, 5000);
    made.task(names[2], here, 6000, 9000, {first});
    const int message = made.message(0, 1, 9000, 9500, {first});
    const int last = made.task(names[1], there, 9500, 9700, {}, {message});
    made.transfer(made.get().lanes[here].node, 0, 100, 200);
    made.wait(there, last, 9400, 9500);
    auto& t = made.get();
    t.title = t.command = t.version = names[0];
    for (auto& lane : t.lanes) lane.name = names[3];
    for (auto& node : t.nodes) node.name = names[4];
    for (auto& task : t.tasks) task.faces = names[5];
    return t;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    std::array<std::string, 6> names;
    const auto bytes = fuzz::text(data, size);
    for (std::size_t k = 0; k < names.size(); ++k)
        names[k] = bytes.substr(k * size / names.size(), size / names.size());
    fuzz::check_views(timeline_of(names));
    const views::LineChart chart{names[0],
                                 names[1],
                                 names[2],
                                 {{names[3], 0, {{1, 2, 1, 3, names[4]}}}}};
    fuzz::check_xml(views::standalone_svg(chart));
    page::HtmlTable table{{{names[0], page::Column::code}}};
    table.add({names[1]});
    fuzz::check_xml(
        page::whole(names[2], "", page::paragraph(names[3]) + table.html()));
    return 0;
}
