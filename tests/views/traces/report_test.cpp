// The page of a trace says what its figures say, and stands alone.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "json/json.hpp"
#include "tests/contains.hpp"
#include "tests/hostile.hpp"
#include "tests/views/traces/made_timeline.hpp"
#include "tests/views/well_formed.hpp"
#include "views/traces/picture_data.hpp"
#include "views/traces/picture_svg.hpp"
#include "views/traces/report_words.hpp"
#include "views/traces/views.hpp"

namespace {

using namespace tasuki::trace;
using tasuki::Json;
using tasuki::test::contains, tasuki::test::MadeTimeline;
using tasuki::test::WellFormed;

std::string page_of(const Timeline& t, const PictureLimits& limits = {}) {
    return to_html(t, summarize(t), limits);
}

/// Two iterations and one of warm-up, on a GPU with two streams and a CPU team
/// of each rank; times in us are easy to tell from one another.
MadeTimeline hybrid(int ranks) {
    MadeTimeline made{ranks};
    auto& t = made.get();
    t.window = {1, 2};
    std::vector<int> gpu, faces, cpu;
    for (int r = 0; r < ranks; ++r) {
        gpu.push_back(made.gpu(r));
        faces.push_back(made.gpu_faces());
        cpu.push_back(made.cpu(r));
    }
    const auto us = [](int time) { return Time{1000} * time; };
    // By lane, then start, as a Timeline is.
    for (int r = 0; r < ranks; ++r) {
        for (int it = 0; it < 3; ++it) {
            made.iteration(it);
            made.task("interior", gpu[r], us(100 * it), us(100 * it + 71));
        }
        for (int it = 0; it < 3; ++it) {
            made.iteration(it);
            made.task("pack", faces[r], us(100 * it), us(100 * it + 3));
        }
        for (int it = 0; it < 3; ++it) {
            made.iteration(it);
            made.task("matvec", cpu[r], us(100 * it + 10), us(100 * it + 23),
                      {9 * r + 3 + it});
        }
    }
    for (int it = 0; it < 3; ++it)
        for (int r = 0; r < ranks; ++r) {
            made.iteration(it);
            const int gpu_memory = t.lanes[gpu[r]].node;
            made.transfer(gpu_memory, r, us(100 * it + 4), us(100 * it + 9));
            if (ranks > 1)
                made.message(r, (r + 1) % ranks, us(100 * it + 23),
                             us(100 * it + 93), {9 * r + 6 + it});
        }
    for (int r = 0; r < ranks; ++r)
        made.wait(cpu[r], 9 * r + 7, us(104), us(109));
    return made;
}

/// Text of the cells of the table row whose first cells are these.
std::string row_of(const std::string& html, const std::string& begin) {
    const auto at = html.find(begin);
    if (at == std::string::npos) return "no " + begin;
    return html.substr(at, html.find("</tr>", at) - at);
}

}  // namespace

TEST_CASE("every kind of trace has a page that is well-formed") {
    std::vector<MadeTimeline> all{MadeTimeline{}, hybrid(1), hybrid(4)};
    MadeTimeline cpu;
    cpu.task("interior", cpu.cpu(), 0, 500);
    all.push_back(cpu);
    MadeTimeline strange;  // a phase and a time that nobody expects
    strange.task("<x> & \"y\"", strange.gpu(), 5, 5);
    all.push_back(strange);
    MadeTimeline lanes_only{2};
    lanes_only.cpu(0);
    all.push_back(lanes_only);
    for (std::size_t k = 0; k < all.size(); ++k) {
        CAPTURE(k);
        const auto html = page_of(all[k].get());
        CHECK(WellFormed::problem(html) == "");
        CHECK(contains(html, "1.2.3 (made up)"));
        CHECK(contains(html, "&#39;a &lt;b&gt; &amp; c&#39;"));
        for (const char* text :
             {"src=", "<link", "url(", "@import", "nan", "inf %", "import("})
            CHECK_MESSAGE(!contains(html, text), text);
        // The only addresses are names of vocabularies.
        for (auto at = html.find("://"); at != std::string::npos;
             at = html.find("://", at + 1))
            CHECK(html.substr(at, 14) == "://www.w3.org/");
        for (const char* text :
             {"prefers-color-scheme: dark", "@media print", "aria-label"})
            CHECK_MESSAGE(contains(html, text), text);
    }
    CHECK(contains(page_of(all[0].get()), "there is nothing to measure"));
}

TEST_CASE("figures of the page are sums over the tasks") {
    for (const int ranks : {1, 4}) {
        CAPTURE(ranks);
        auto made = hybrid(ranks);
        const auto html = page_of(made.get());
        const auto cell = [](const std::string& text) {
            return "<td class=\"number\">" + text + "</td>";
        };
        // Per iteration [us], then each.
        for (const auto& [phase, on, each] : {std::tuple{"pack", "GPU", 3},
                                              {"matvec", "CPU", 13},
                                              {"interior", "GPU", 71}}) {
            CAPTURE(phase);
            const auto row =
                row_of(html, fmt::format("<td>{}</td><td>{}</td>", phase, on));
            CHECK(contains(row, cell(fmt::format("{}", 2 * ranks))));
            CHECK(contains(row, cell(fmt::format("{}.00", each * ranks)) +
                                    cell(fmt::format("{}.00", each))));
        }
        // From 100 to 271 us; messages end at 293.
        const double length = 200;  // of two iterations, 100 apart
        const auto percent = [&](double part) {
            return cell(fmt::format("{:.1f} %", 100 * part / length));
        };
        const auto name = [&](const char* lane) {
            return fmt::format("<td>{}{}</td>", ranks == 1 ? "" : "rank 0 ",
                               lane);
        };
        CHECK(contains(row_of(html, name("GPU 0")),
                       percent(142) + percent(0) + percent(length - 142)));
        CHECK(contains(row_of(html, name("CPU x4")),
                       percent(26) + percent(5) + percent(length - 31)));
        // Transfers: 5 us each, all behind; messages: 48 of 70.
        const double hidden = ranks == 1 ? 100 : 100 * (5 + 48.0) / (5 + 70);
        CHECK(contains(html,
                       fmt::format("of which {:.1f} % overlapped", hidden)));
        CHECK(contains(
            html, fmt::format("takes {}", duration_words(1e3 * length / 2))));
    }
}

TEST_CASE("the longest chain is on the page with its steps and its slack") {
    auto made = hybrid(1);
    const auto html = page_of(made.get());
    const auto chain = html.substr(html.find("<section id=\"chain\">"));
    CHECK(contains(chain, "71 us if no step waited"));
    CHECK(contains(chain, "<td>interior block 0</td><td>GPU 0</td>"));
    // 71 - 3 - 13.
    CHECK(contains(row_of(chain, "<td>pack</td>"), ">55.00<"));
    CHECK(contains(row_of(chain, "<td>interior</td>"), ">0.00<"));
}

TEST_CASE("the picture's data are the tasks, transfers and messages") {
    auto made = hybrid(4);
    const Timeline& t = made.get();
    const auto data = picture_data(t, summarize(t));
    CHECK(data.tasks == t.tasks.size());
    const auto json = Json::parse(data.json);
    std::map<std::string, Time> expected, found;
    for (const Task& task : t.tasks)
        expected[fmt::format("{} {}", task.phase, task.start)] +=
            task.duration();
    std::size_t tasks = 0, messages = 0, transfers = 0;
    for (const auto& row : json["rows"]) {
        const int kind = row[0];
        const std::size_t fields = kind == 1 ? 4 : 6;
        const auto& items = row[4];
        REQUIRE(items.size() % fields == 0);
        (kind == 0   ? tasks
         : kind == 1 ? transfers
                     : messages) += items.size() / fields;
        Time at = 0;
        for (std::size_t k = 0; k < items.size(); k += fields) {
            CHECK(items[k] >= 0);
            at += items[k].get<Time>();
            if (kind != 0) continue;
            const auto& kind_of_task = json["classes"][items[k + 3].get<int>()];
            const std::string phase =
                json["phases"][kind_of_task[0].get<int>()][0];
            found[fmt::format("{} {}", phase, at)] += items[k + 1].get<Time>();
            const Task& task = t.tasks[items[k + 2].get<int>()];
            CHECK(task.start == at);
            CHECK(task.lane == row[3]);
            CHECK(task.iteration == items[k + 4]);
            CHECK(task.faces == kind_of_task[2]);
        }
    }
    CHECK(tasks == t.tasks.size());
    CHECK(transfers == t.transfers.size());
    CHECK(messages == t.messages.size());
    CHECK(found == expected);
    CHECK(json["after"].size() == t.tasks.size());
    CHECK(json["after"][7][0] == std::vector{4});
}

TEST_CASE("what the picture leaves out is said, and figures count it") {
    auto made = hybrid(1);
    const auto html = page_of(made.get(), {.tasks = 6, .dependencies = 5});
    CHECK(contains(html, "the first 6 of 9 tasks, up to iteration 1"));
    CHECK(contains(html, "\"after\":null"));
    CHECK(contains(row_of(html, "<td>interior</td><td>GPU</td>"),
                   "<td class=\"number\">2</td>"));
    CHECK_FALSE(contains(page_of(made.get()), "A part:"));
    // One iteration is shown in any case.
    CHECK(picture_data(made.get(), summarize(made.get()), {.tasks = 1}).tasks ==
          3);
}

TEST_CASE("the picture on paper has the first iterations, and says the rest") {
    auto made = hybrid(1);
    const auto picture = static_picture(made.get(), summarize(made.get()));
    CHECK(picture.first == 1);
    CHECK(picture.last == 2);
    CHECK(picture.hidden == 0);
    // Three tasks and a transfer for each of two iterations, and a wait.
    int boxes = 0;
    for (auto at = picture.svg.find("<rect"); at != std::string::npos;
         at = picture.svg.find("<rect", at + 1))
        ++boxes;
    CHECK(boxes == 9);
    CHECK(WellFormed::problem(picture.svg) == "");
    MadeTimeline dust;
    const int cpu = dust.cpu();
    dust.task("interior", cpu, 0, 1000000);
    dust.task("merge", cpu, 1000000, 1000001);
    CHECK(static_picture(dust.get(), summarize(dust.get())).hidden == 1);
}

TEST_CASE("names of a trace cannot break what is made of it") {
    for (const auto& name : tasuki::test::hostile_names()) {
        CAPTURE(name.substr(0, 30));
        auto made = hybrid(2);
        auto& t = made.get();
        t.title = t.command = t.version = name;
        for (auto& lane : t.lanes) lane.name += name;
        for (auto& node : t.nodes) node.name += name;
        for (auto& task : t.tasks) {
            task.faces = name;
            if (task.phase == "pack") task.phase = name;
        }
        const auto still = static_picture(t, summarize(t)).svg;
        const auto views = {page_of(t), still, to_dag(t, 1)};
        for (const auto& view : views) {
            CHECK(WellFormed::problem(view) == "");
            CHECK(tasuki::test::is_plain(view));
            CHECK_FALSE(contains(view, "<script>alert"));
        }
        CHECK(Json::try_parse(to_chrome(t)));
        CHECK(Json::try_parse(picture_data(t, summarize(t), {}).json));
        const auto paje = to_paje(t);
        CHECK(tasuki::test::is_plain(paje));
        // pj_dump knows no empty text, and no names of before 2013.
        CHECK_FALSE(contains(paje, "\"\""));
        for (const auto* old : {"ContainerType", "SourceContainerType",
                                "DestContainerType", "EntityType"})
            CHECK_FALSE(contains(paje, fmt::format("\n% {} ", old)));
        // Each line has its quotes in pairs.
        std::istringstream lines{paje};
        for (std::string line; std::getline(lines, line);)
            CHECK(std::ranges::count(line, '"') % 2 == 0);
        CHECK(still.size() < 50'000);  // of 100 kB names are cut
    }
}
