// From lists to cells, and from their figures to files, page and advice.
#include <algorithm>
#include <set>

#include "drivers/compare/cell_result.hpp"
#include "drivers/compare/html_report.hpp"
#include "drivers/compare/matrix.hpp"
#include "drivers/compare/patterns.hpp"
#include "drivers/compare/recommendation.hpp"
#include "drivers/compare/report.hpp"
#include "drivers/compare/subject.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/compare/made_cells.hpp"
#include "tests/folder.hpp"
#include "tests/refusal.hpp"
#include "tests/views/well_formed.hpp"

using namespace tasuki::drivers::compare;
using namespace tasuki::test;
using tasuki::Json;
using Words = std::vector<std::string>;

namespace {

Axes small() {
    return {{"4x4x4x{8,16}", "single,double", "18"},
            "1",
            "0",
            "auto",
            "lws,eager",
            "cpu,dynamic"};
}

/// small() with one axis changed.
Axes with(std::string Axes::*axis, const std::string& value) {
    auto axes = small();
    axes.*axis = value;
    return axes;
}

Matrix make(const Axes& axes) {
    return make_matrix(wilson_subject(), axes);
}

Findings made_findings() {
    Findings f{made_experiment(), {}, {}};
    for (const auto& [placement, gflops] : {std::pair{"gpu", 123.456789},
                                            {"host-t", 98.7654321},
                                            {"dynamic", 120.0}}) {
        f.results.push_back(made_result(8, placement, gflops));
        f.results.push_back(made_result(16, placement, 2 * gflops));
    }
    f.failures.push_back({made_cell(8, "host-all"), "tasuki wilson, \"quoted\"",
                          3, 0, "no <GPU>, \"none\"", "line\nlast"});
    return f;
}

std::string all_of(const Recommendation& r) {
    std::string text;
    for (const auto& sentence : r.sentences) text += sentence + '\n';
    return text;
}

}  // namespace

TEST_CASE("a pattern stands for its words, each once and in order") {
    const auto expand = [](const char* text) {
        return expand_patterns(text, "--x");
    };
    CHECK(expand("b,a,b") == Words{"b", "a"});
    CHECK(expand("{16..128}") == Words{"16", "32", "64", "128"});
    CHECK(expand("16..32") == Words{"16", "32"});
    CHECK(expand("4x8..16x2,1") == Words{"4x8x2", "4x16x2", "1"});
    CHECK(expand("{1,2}x{4..8}") == Words{"1x4", "1x8", "2x4", "2x8"});
    for (const char* text :
         {"", "a,", "a,,b", "{a", "a}", "{a,{b}}", "{a,}", "{3..16}", "{16..4}",
          "4..x", "{4...8}", "{4..8,16}", "{4..99999999999}"}) {
        CAPTURE(text);
        CHECK_REFUSAL(expand_patterns(text, "--some"), "--some", "expected");
    }
}

TEST_CASE("every combination that can be is a cell, each once") {
    const auto matrix = make(small());
    CHECK(matrix.left_out.empty());
    REQUIRE(matrix.cells.size() == 2 * 2 * 2 * 2);
    std::set<std::string> keys;
    for (const auto& cell : matrix.cells) keys.insert(key(cell));
    CHECK(keys.size() == matrix.cells.size());
    // cpu uses no GPU: it is one cell for all numbers of them.
    CHECK(make(with(&Axes::gpus, "1,2")).cells.size() == 2 * 2 * 2 * 3);
    // 8 blocks in T are odd where T is 8.
    const auto cut = make(with(&Axes::blocks, "1x1x1x1,1x1x1x8"));
    CHECK(cut.cells.size() == (2 + 1) * 2 * 2 * 2);
    REQUIRE(cut.left_out.size() == 1);
    CHECK(contains(cut.left_out[0], "4x4x4x8 "));
    for (const char* name : {"wilson", "solve", "nbody", "sht", "sphere"}) {
        CAPTURE(name);
        const auto& subject = find_subject(name);
        CHECK(with_defaults(subject, {}, 0).placements == "cpu");
        CHECK_FALSE(
            make_matrix(subject, with_defaults(subject, {}, 0)).cells.empty());
        const auto gpu = make_matrix(subject, with_defaults(subject, {}, 2));
        REQUIRE_FALSE(gpu.cells.empty());
        CHECK(cell_from_json(subject, to_json(gpu.cells[0])) == gpu.cells[0]);
    }
}

TEST_CASE("a cell is the command that a user would type") {
    Cell cell = make(small()).cells.front();
    CHECK(command_line(cell, 5) ==
          "tasuki wilson --gauge hot:1 --lattice 4x4x4x8 --precision single "
          "--reconstruct 18 --placement cpu --sched lws --gpus 0 "
          "--repetitions 5");
    CHECK(key(cell) == "4x4x4x8_single_r18_n1_g0_bauto_lws_cpu");
    cell.ranks = 4;
    cell.blocks = std::string{"1x1x1x4"};
    CHECK(command_line(cell, 5).starts_with("mpirun -np 4 tasuki wilson "));
    CHECK(command_line(cell, 5).ends_with(" --blocks 1x1x1x4"));
    CHECK(cell_from_json(wilson_subject(), to_json(cell)) == cell);
    Cell tasks{&tasks_subject(), {"tree:20x1"}, 1, 2, "", "dmdas", "dynamic"};
    const auto first = key(tasks);
    tasks.process = 2;
    CHECK(key(tasks) == first + "_p2");
    CHECK(cell_from_json(tasks_subject(), to_json(tasks)) == tasks);
}

TEST_CASE("speeds are in the units of the subjects") {
    const Json seconds{{"seconds_median", 0.5},
                       {"seconds_all", {0.25, 0.5, 1}}};
    auto j = seconds;
    j["interactions_per_second"] = 3e9;
    CHECK(close(times_of(nbody_subject(), j).speed, 3, 1e-15));
    CHECK(times_of(sphere_subject(), seconds).speed == 2);
    j["gflops"] = 7;
    CHECK(times_of(wilson_subject(), j).speed == 7);
    CHECK(times_of(solve_subject(), j).speed == 7);
    CHECK_THROWS_AS(times_of(wilson_subject(), seconds), Json::Error);
    // A roundtrip takes as long as both directions together.
    const auto direction = [](double gflops, const std::vector<double>& all) {
        return Json{{"gflops", gflops},
                    {"seconds_median", all[1]},
                    {"seconds_all", all}};
    };
    const Json roundtrip{{"synthesis", direction(10, {1, 2, 4})},
                         {"analysis", direction(20, {3, 3, 1})}};
    const auto both = times_of(sht_subject(), roundtrip);
    CHECK(both.all == std::vector<double>{4, 5, 5});
    CHECK(close(both.speed, (10 * 2 + 20 * 3) / 5.0, 1e-15));
    // The time of a task graph is that of its steady state.
    const Json graph{
        {"rows", {{{"seconds_steady", 2.0}, {"seconds", {9.0, 2.0, 2.0}}}}}};
    CHECK(times_of(tasks_subject(), graph).speed == 0.5);
}

TEST_CASE("what is recommended is good everywhere, with the figures") {
    auto results = std::vector<CellResult>{
        made_result(8, "gpu", 100),     made_result(8, "host-t", 88),
        made_result(8, "dynamic", 97),  made_result(16, "gpu", 200),
        made_result(16, "host-t", 120), made_result(16, "dynamic", 195)};
    const auto r = recommend(results);
    CAPTURE(all_of(r));
    CHECK(r.choice == Choice{"gpu", "dmdas", "1x1x1x2"});
    CHECK(contains(all_of(r), "host-t is 12 to 40 % slower"));
    CHECK(contains(all_of(r), "dynamic is at most 3.0 % behind"));
    // What ran for one problem only does not win over what ran for all.
    results.push_back(made_result(8, "host-all", 500));
    CHECK(recommend(results).choice.placement != "host-all");
    // `gpu` wins by little twice, and loses everything once.
    const auto even =
        recommend({made_result(8, "gpu", 101), made_result(8, "host-t", 100),
                   made_result(16, "gpu", 101), made_result(16, "host-t", 100),
                   made_result(32, "gpu", 10), made_result(32, "host-t", 100)});
    CHECK(even.choice.placement == "host-t");
    CHECK(contains(even.sentences[0],
                   "over 3 problems never more than 1 % behind"));
}

TEST_CASE("the CSV has a line for every cell, with every digit") {
    auto findings = made_findings();
    auto cell = made_cell(32, "gpu", 2);
    cell.ranks = 2;
    findings.results.push_back(made_result(cell, 104));
    findings.missing = {made_cell(4, "gpu")};
    const auto csv = to_csv(findings);
    CHECK(std::ranges::count(csv, '\n') == 1 + 7 + 1 + 1);
    for (const char* head :
         {"placement,status,seconds_median,seconds_min,seconds_max,gflops,",
          "gflops_per_gpu,", "interior_cpu_tasks,interior_gpu_tasks,"})
        CHECK_MESSAGE(contains(csv, head), head);
    for (const auto& r : findings.results) {
        CHECK(contains(csv, r.cell.placement + ",done,"));
        CHECK(contains(csv, r.command));
    }
    CHECK(contains(csv, ",123.456789,"));
    CHECK(contains(csv, ",26,"));  // per GPU, of 104 on two ranks with two each
    CHECK(contains(csv, "host-all,failed,"));
    CHECK(contains(csv, "\"no <GPU>, \"\"none\"\"\""));
    CHECK(contains(csv, ",gpu,missing,"));
}

TEST_CASE("the page is well-formed, stands alone, and has the same figures") {
    const auto findings = made_findings();
    const auto figures = make_figures(findings.results);
    const auto html = to_html(findings, figures);
    CHECK(WellFormed::problem(html) == "");
    for (const char* text :
         {// speeds as in the cells, gains and distance
          ">123.46<", ">246.91<", ">-20.0 %<", ">-2.8 %<",
          // where phases ran
          "interior 7 CPU + 11 GPU",
          // machine, versions, commands, failures, as text
          "A &lt;CPU&gt; &amp; Co, 16 logical CPUs, 64 GB; GPU one, GPU two",
          "1.2.3 (made up)", "tasuki compare wilson --lattices &#39;{4,8}&#39;",
          "exit 3", "no &lt;GPU&gt;, &quot;none&quot;", "1 of 7 cells failed",
          "Use --placement gpu"})
        CHECK_MESSAGE(contains(html, text), text);
    for (const char* text : {"<script", "src=", "<link", "url(", "@import"})
        CHECK_MESSAGE(!contains(html, text), text);
    const auto j = to_json(findings);
    REQUIRE(j["cells"].size() == 6);
    CHECK(j["cells"][0]["gflops"] == findings.results[0].speed);
    CHECK(j["failed"][0]["reason"] == "no <GPU>, \"none\"");
    CHECK(close(
        j["comparisons"][0]["gain_over_gpu_percent"]["host-t"].get<double>(),
        -20.0, 0.01));
    CHECK(j["recommendation"]["placement"] == "gpu");
    REQUIRE(figures.size() == 1);
    const auto& chart = figures[0].chart;
    REQUIRE(chart.series.size() == 3);
    CHECK(chart.series[0].name == "gpu");
    CHECK(chart.series[0].points[0].x == 8);
    CHECK(chart.series[0].points[0].y == 123.456789);
    // One in which everything failed has a report too.
    const Findings failed{made_experiment(), {}, findings.failures};
    CHECK(contains(to_html(failed, {}), "No cell ended well"));
    CHECK(to_json(failed)["recommendation"].is_null());
}

TEST_CASE("a folder's report is written whole, and old charts go") {
    const Folder folder;
    Store store{folder / "out", made_experiment(), Earlier::keep};
    const auto cell = made_cell(8, "gpu");
    store.keep(cell, made_kept(cell, 100));
    write_file(folder / "out/charts/old.svg", "old");
    const auto findings = write_report(store);
    CHECK(findings.results.size() == 1);
    CHECK_FALSE(std::filesystem::exists(folder / "out/charts/old.svg"));
    CHECK(WellFormed::problem(
              read_file(folder / "out/charts/"
                                 "4x6x8_double_18-reals_1-GPU_by_placement."
                                 "svg")) == "");
    CHECK(read_file(folder / "out/results.csv") == to_csv(findings));
    CHECK(Json::parse(read_file(folder / "out/results.json")) ==
          to_json(findings));
    CHECK(contains(read_file(folder / "out/report.html"), ">100.00<"));
}
