// A comparison is the same for any subject: here one that is made up, and what
// the real ones read from the JSON of their commands.
#include "drivers/compare/subject.hpp"

#include <nlohmann/json.hpp>

#include "drivers/compare/html_report.hpp"
#include "drivers/compare/matrix.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/compare/made_cells.hpp"
#include "tests/refusal.hpp"
#include "tests/views/well_formed.hpp"

using namespace tasuki::drivers::compare;
using namespace tasuki::test;
using nlohmann::ordered_json;
using Words = std::vector<std::string>;

namespace {

/// Sorts cards: no blocks, no phases, and a name for each colour.
const Subject& cards() {
    static const Subject subject{
        .command = "cards",
        .title = "Sorting cards",
        .input = "shuffled <twice>",
        .axes = {{.name = "cards",
                  .option = "--cards",
                  .argument = "--count",
                  .help = "numbers of cards",
                  .defaults = {"52", "520"},
                  .most = 1000,
                  .after = " cards"},
                 {.name = "colour",
                  .option = "--colours",
                  .argument = "--colour",
                  .help = "colours",
                  .defaults = {"red", "red"},
                  .words = {"red", "black"},
                  .usual = "red",
                  .tag = "c-",
                  .title = "colour"}},
        .x_label = "cards",
        .speed = "cards_per_second",
        .unit = "cards/s",
        .speed_path = "/speed",
        .columns = {{"lost", "/deck/lost", "lost", "{:.0f}"}},
        .steps = 5,
        .policies = {"lws", "lws,eager"},
        .placements = {"cpu", "gpu,dynamic"}};
    return subject;
}

Matrix make(const std::string& sizes, const std::string& colours,
            const std::string& placements = "gpu,dynamic") {
    Axes axes;
    axes.problem = {sizes, colours};
    axes.placements = placements;
    return make_matrix(cards(), with_defaults(cards(), axes, 1));
}

CellResult result_of(const Cell& cell, double speed) {
    const ordered_json result{{"seconds_median", 2},
                              {"seconds_all", {1, 2, 4}},
                              {"speed", speed},
                              {"policy", cell.policy},
                              {"deck", {{"lost", 3}}}};
    return result_from_json(
        cards(), kept_json(cell, command_line(cell, 3), result), "file");
}

/// The more cards the better; dynamic is a fifth ahead of gpu.
std::vector<CellResult> results() {
    std::vector<CellResult> all;
    for (const auto& cell : make("8..16", "red,black").cells)
        all.push_back(result_of(
            cell, (cell.placement == "gpu" ? 1.0 : 1.2) * cell.size()));
    return all;
}

Experiment experiment() {
    auto e = made_experiment();
    e.subject = &cards();
    return e;
}

}  // namespace

TEST_CASE("the cells of any subject are commands with names of their own") {
    const auto cells = make("8,16", "red,black", "cpu,gpu,split:0.5").cells;
    REQUIRE(cells.size() == 2 * 2 * 2 * 3);
    CHECK(key(cells[1]) == "8_c-red_n1_g1_lws_gpu");
    CHECK(key(cells[2]).ends_with("_split-0.5"));
    CHECK(cells[0].gpus == 0);
    CHECK(command_line(cells[1], 7) ==
          "tasuki cards --count 8 --colour red --placement gpu --sched lws "
          "--gpus 1 --steps 35 --every 5");
    CHECK(to_json(cells[1]) == ordered_json::parse(R"({"cards": 8, "colour":
        "red", "ranks": 1, "gpus": 1, "policy": "lws", "placement": "gpu"})"));
    CHECK(cell_from_json(cards(), to_json(cells[1])) == cells[1]);
}

TEST_CASE("sizes come by number, words in the order of the subject") {
    const auto cells = make("16,8", "black,red", "dynamic,gpu").cells;
    const auto at = [&](const char* size, const char* colour,
                        const char* placement) {
        for (const auto& cell : cells)
            if (cell.problem == Words{size, colour} &&
                cell.placement == placement && cell.policy == "lws")
                return cell;
        throw std::logic_error{"no such cell"};
    };
    CHECK(before(at("8", "black", "gpu"), at("16", "red", "gpu")));
    CHECK(before(at("8", "red", "gpu"), at("8", "black", "gpu")));
    CHECK(before(at("8", "red", "gpu"), at("8", "red", "dynamic")));
    CHECK_FALSE(before(at("8", "red", "gpu"), at("8", "red", "gpu")));
}

TEST_CASE("a list of any subject is refused with its option") {
    CHECK_REFUSAL(make("0", "red"), "--cards", "1 to 1000", "'0'");
    CHECK_REFUSAL(make("8,x", "red"), "--cards", "'x'");
    CHECK_REFUSAL(make("8", "green"), "--colours", "red, black", "'green'");
    CHECK_REFUSAL(make("8", "red", "host-t"), "--placements", "host-t");
}

TEST_CASE("a subject whose program is not built is refused") {
    std::string message;
    try {
        (void)find_experiment(cards(), 1, "");
    } catch (const tasuki::runtime::UnavailableError& e) {
        message = e.what();
    }
    CHECK(contains(message, "tasuki-cards: cannot be read: `ninja"));
}

TEST_CASE("what is recommended has no blocks where there are none") {
    const auto r = recommend(results());
    CHECK(r.choice.placement == "dynamic");
    CHECK(r.choice.blocks.empty());
    CHECK(r.sentences[0].starts_with("Use --placement dynamic --sched "));
    CHECK_FALSE(contains(r.sentences[0], "--blocks"));
    std::string all;
    for (const auto& sentence : r.sentences) all += sentence;
    CHECK(contains(all, "up to 20.0 % ahead"));
    CHECK_FALSE(contains(all, " in ."));
}

TEST_CASE("files and page of any subject have its names and units") {
    const Findings findings{
        experiment(), results(), {}, make("4", "red").cells};
    const auto csv = to_csv(findings);
    CHECK(csv.starts_with(
        "cards,colour,ranks,gpus,policy,placement,status,seconds_median,"
        "seconds_min,seconds_max,cards_per_second,cards_per_second_min,"
        "cards_per_second_max,cards_per_second_per_gpu,lost,ended,reason,"
        "command\n8,red,1,1,lws,gpu,done,2,1,4,8,4,16,8,3,,,tasuki cards "));
    CHECK(contains(csv, "\n4,red,1,1,lws,gpu,missing,,,,,,,,,,,\n"));
    const auto j = to_json(findings);
    CHECK(j["experiment"]["subject"] == "cards");
    CHECK(j["cells"][0]["cards_per_second"] == 8);
    CHECK(j["cells"][0]["lost"] == 3);
    CHECK_FALSE(j["cells"][0].contains("blocks"));
    CHECK(j["comparisons"][0]["cards"] == 8);
    CHECK(j["comparisons"][0]["cards_per_second"]["gpu"] == 8);
    CHECK_FALSE(j["recommendation"].contains("blocks"));
    const auto html = to_html(findings, make_figures(findings.results));
    CHECK(WellFormed::problem(html) == "");
    for (const char* text :
         {"Sorting cards, compared", "shuffled &lt;twice&gt;",
          "cards/s over cards", "dynamic [cards/s]", "tasuki compare cards",
          "8 cards, black, 1 GPU<", ">+20.0 %<",
          "All cells: ranks: 1. GPUs: 1."})
        CHECK_MESSAGE(contains(html, text), text);
    CHECK_FALSE(contains(html, "GFLOP/s"));
    CHECK_FALSE(contains(html, "blocks</th>"));
}

TEST_CASE("charts have the size as x, and lines for an axis with a title") {
    std::vector<std::string> names;
    const auto figures = make_figures(results());
    for (const auto& figure : figures) names.push_back(figure.name);
    CHECK(names == Words{"red_1-GPU_by_placement", "black_1-GPU_by_placement",
                         "red_1-GPU_by_policy", "black_1-GPU_by_policy",
                         "1-GPU_by_colour"});
    const auto& chart = figures.back().chart;
    CHECK(chart.y_label == "cards/s");
    REQUIRE(chart.series.size() == 2);
    CHECK(chart.series[1].name == "black");
    REQUIRE(chart.series[1].points.size() == 2);
    CHECK(chart.series[1].points[1].x == 16);
    CHECK(close(chart.series[1].points[1].y, 1.2 * 16, 1e-15));
    CHECK(contains(figures.back().caption, "fastest placement and scheduling"));
}

TEST_CASE("speeds are in the units of the real subjects") {
    const ordered_json seconds{{"seconds_median", 0.5},
                               {"seconds_all", {0.25, 0.5, 1}}};
    auto j = seconds;
    j["interactions_per_second"] = 3e9;
    CHECK(close(times_of(nbody_subject(), j).speed, 3, 1e-15));
    CHECK(times_of(sphere_subject(), seconds).speed == 2);
    j["gflops"] = 7;
    CHECK(times_of(wilson_subject(), j).speed == 7);
    CHECK(times_of(solve_subject(), j).speed == 7);
    CHECK_THROWS_AS(times_of(wilson_subject(), seconds),
                    nlohmann::json::exception);
}

TEST_CASE("a roundtrip takes as long as both directions together") {
    const auto direction = [](double gflops, const std::vector<double>& all) {
        return ordered_json{{"gflops", gflops},
                            {"seconds_median", all[1]},
                            {"seconds_all", all}};
    };
    const ordered_json j{{"synthesis", direction(10, {1, 2, 4})},
                         {"analysis", direction(20, {3, 3, 1})}};
    const auto times = times_of(sht_subject(), j);
    CHECK(times.all == std::vector<double>{4, 5, 5});
    CHECK(times.median == 5);
    CHECK(close(times.speed, (10 * 2 + 20 * 3) / 5.0, 1e-15));
}

TEST_CASE("a speed for people has digits also where it is small") {
    CHECK(speed_text(123.456) == "123.46");
    CHECK(speed_text(0.0012345) == "0.00123");
}

TEST_CASE("values are numbers in JSON where they are, and come back") {
    for (const char* value : {"4", "4x6x8x16", "double", "split:0.5"})
        CHECK(value_from_json(value_json(value)) == value);
    CHECK(value_json("4x6") == ordered_json{4, 6});
    CHECK(value_json("4x") == "4x");
}

TEST_CASE("the time of a task graph is that of its steady state") {
    const auto result = [](double steady, const std::vector<double>& all) {
        return ordered_json{
            {"rows", {{{"seconds_steady", steady}, {"seconds", all}}}}};
    };
    const auto times = times_of(tasks_subject(), result(2, {9, 2, 2}));
    CHECK(times.median == 2);
    CHECK(times.all == std::vector<double>{9, 2, 2});
    CHECK(times.speed == 0.5);
    // A mean that rounding has put below all of its times.
    CHECK(
        times_of(tasks_subject(), result(1.9999999999999998, {2, 2})).median ==
        2);
}

TEST_CASE("a static placement of a task graph needs few iterations") {
    Cell cell{&tasks_subject(), {"tree:20x1"}, 1, 2, "", "dmdas", "dynamic"};
    CHECK(command_line(cell, 40) ==
          "tasuki tasks --no-oracle --graph tree:20x1 --placement dynamic "
          "--sched dmdas --repetitions 40");
    cell.placement = "gpu,front=0.5";
    CHECK(command_line(cell, 40).ends_with("--repetitions 4"));
}

TEST_CASE("processes that do the same are cells of their own") {
    Cell cell{&tasks_subject(), {"tree:20x1"}, 1, 2, "", "dmdas", "gpu,a=0.5"};
    const auto first = key(cell);
    CHECK_FALSE(to_json(cell).contains("process"));
    cell.process = 2;
    CHECK(key(cell) == first + "_p2");
    CHECK(cell_from_json(tasks_subject(), to_json(cell)) == cell);
}
