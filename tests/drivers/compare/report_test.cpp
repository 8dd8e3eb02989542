// The report says what the cells say, and nothing else.
#include "drivers/compare/report.hpp"

#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "drivers/compare/html_report.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/compare/made_cells.hpp"
#include "tests/folder.hpp"
#include "tests/hostile.hpp"
#include "tests/views/well_formed.hpp"

using namespace tasuki::drivers::compare;
using namespace tasuki::test;
using Words = std::vector<std::string>;

namespace {

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

/// A CSV line as its fields.
Words fields_of(const std::string& line) {
    Words fields(1);
    bool quoted = false;
    for (std::size_t k = 0; k < line.size(); ++k) {
        if (line[k] == '"' && quoted && k + 1 < line.size() &&
            line[k + 1] == '"')
            fields.back() += line[k++];
        else if (line[k] == '"')
            quoted = !quoted;
        else if (line[k] == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += line[k];
    }
    return fields;
}

std::vector<std::map<std::string, std::string>> rows_of(
    const std::string& csv) {
    std::istringstream lines{csv};
    std::string line;
    std::getline(lines, line);
    const auto heads = fields_of(line);
    std::vector<std::map<std::string, std::string>> rows;
    while (std::getline(lines, line)) {
        const auto fields = fields_of(line);
        REQUIRE(fields.size() == heads.size());
        auto& row = rows.emplace_back();
        for (std::size_t k = 0; k < heads.size(); ++k)
            row[heads[k]] = fields[k];
    }
    return rows;
}

}  // namespace

TEST_CASE("the CSV has every figure of every cell, exactly") {
    const auto findings = made_findings();
    const auto rows = rows_of(to_csv(findings));
    REQUIRE(rows.size() == 7);
    for (std::size_t k = 0; k < 6; ++k) {
        const auto& r = findings.results[k];
        auto row = rows[k];
        CAPTURE(k);
        CHECK(row["status"] == "done");
        CHECK(row["t"] == std::to_string(r.cell.size()));
        CHECK(row["placement"] == r.cell.placement);
        CHECK(std::stod(row["gflops"]) == r.speed);
        CHECK(std::stod(row["gflops_min"]) == r.speed_min());
        CHECK(std::stod(row["gflops_max"]) == r.speed_max());
        CHECK(std::stod(row["gflops_1320"]) == r.columns.front());
        CHECK(std::stod(row["seconds_median"]) == r.seconds);
        CHECK(std::stod(row["seconds_min"]) == r.seconds_min);
        CHECK(std::stod(row["seconds_max"]) == r.seconds_max);
        CHECK(std::stod(row["relative_error"]) == 3.25e-16);
        CHECK(std::stod(row["bandwidth_gbs"]) == 2 * r.speed);
        CHECK(row["interior_cpu_tasks"] == "7");
        CHECK(row["interior_gpu_tasks"] == "11");
        CHECK(row["matvec_seconds"] == "0.25");
        CHECK(row["pack_cpu_tasks"].empty());
        CHECK(row["command"] == r.command);
    }
    auto failed = rows[6];
    CHECK(failed["status"] == "failed");
    CHECK(failed["placement"] == "host-all");
    CHECK(failed["gflops"].empty());
    CHECK(failed["ended"] == "exit 3");
    CHECK(failed["reason"] == "no <GPU>, \"none\"");
    CHECK(failed["command"] == "tasuki wilson, \"quoted\"");
}

TEST_CASE("a cell on several GPUs has its speed per GPU") {
    auto cell = made_cell(8, "gpu", 2);
    cell.ranks = 2;
    const Findings findings{made_experiment(), {made_result(cell, 100)}, {}};
    CHECK(rows_of(to_csv(findings))[0]["gflops_per_gpu"] == "25");
    CHECK(to_json(findings)["cells"][0]["gflops_per_gpu"] == 25);
    const Findings on_cpu{
        made_experiment(), {made_result(made_cell(8, "cpu", 0), 9)}, {}};
    CHECK(rows_of(to_csv(on_cpu))[0]["gflops_per_gpu"].empty());
    CHECK(to_json(on_cpu)["cells"][0]["gflops_per_gpu"].is_null());
}

TEST_CASE("the JSON has cells, failures, comparisons and what follows") {
    const auto findings = made_findings();
    const auto j = to_json(findings);
    REQUIRE(j["cells"].size() == 6);
    for (std::size_t k = 0; k < 6; ++k) {
        const auto& r = findings.results[k];
        CHECK(j["cells"][k]["gflops"] == r.speed);
        CHECK(j["cells"][k]["seconds_min"] == r.seconds_min);
        CHECK(j["cells"][k]["phases"]["interior"]["gpu"] == 11);
        CHECK(j["cells"][k]["command"] == r.command);
    }
    CHECK(j["experiment"]["version"] == "1.2.3 (made up)");
    CHECK(j["failed"][0]["reason"] == "no <GPU>, \"none\"");
    REQUIRE(j["comparisons"].size() == 2);
    CHECK(close(
        j["comparisons"][0]["gain_over_gpu_percent"]["host-t"].get<double>(),
        -20.0, 0.01));
    CHECK(close(
        j["comparisons"][0]["dynamic_behind_best_static_percent"].get<double>(),
        2.8, 0.01));
    CHECK(j["recommendation"]["placement"] == "gpu");
}

TEST_CASE("the page is well-formed, stands alone, and has the same figures") {
    const auto findings = made_findings();
    const auto figures = make_figures(findings.results);
    const auto html = to_html(findings, figures);
    CHECK(WellFormed::problem(html) == "");
    for (const char* text :
         {// speeds as in the cells, gains and distance
          ">123.46<", ">246.91<", ">98.77<", ">109.52<", ">-20.0 %<",
          ">-2.8 %<",
          // where phases ran
          "interior 7 CPU + 11 GPU", "matvec 13 CPU",
          // machine, versions, commands, failures, as text
          "A &lt;CPU&gt; &amp; Co, 16 logical CPUs, 64 GB; GPU one, GPU two",
          "1.2.3 (made up)", "0badcafe", "STARPU_NCPU=3",
          "tasuki compare wilson --lattices &#39;{4,8}&#39;", "exit 3",
          "no &lt;GPU&gt;, &quot;none&quot;", "1 of 7 cells failed",
          "Use --placement gpu", "prefers-color-scheme: dark", "@media print"})
        CHECK_MESSAGE(contains(html, text), text);
    for (const char* text : {"<script", "src=", "<link", "url(", "@import"})
        CHECK_MESSAGE(!contains(html, text), text);
    // The only address is the name of a vocabulary.
    for (auto at = html.find("://"); at != std::string::npos;
         at = html.find("://", at + 1))
        CHECK(html.substr(at, 14) == "://www.w3.org/");
}

TEST_CASE("the figures are the paper's: GFLOP/s over T, a line per placement") {
    const auto figures = make_figures(made_findings().results);
    REQUIRE(figures.size() == 1);
    const auto& chart = figures[0].chart;
    CHECK(figures[0].name == "4x6x8_double_18-reals_1-GPU_by_placement");
    REQUIRE(chart.series.size() == 3);
    CHECK(chart.series[0].name == "gpu");
    REQUIRE(chart.series[0].points.size() == 2);
    CHECK(chart.series[0].points[0].x == 8);
    CHECK(chart.series[0].points[0].y == 123.456789);
    CHECK(chart.series[0].points[1].x == 16);
    CHECK(close(chart.series[0].points[1].low, 123.456789, 1e-12));
    CHECK(close(chart.series[2].points[0].high, 132, 1e-15));
}

TEST_CASE("several GPUs have figures per GPU, and one over their number") {
    std::vector<CellResult> results;
    for (const int gpus : {1, 2})
        for (const int t : {8, 16})
            results.push_back(
                made_result(made_cell(t, "gpu", gpus), 100.0 * gpus));
    std::map<std::string, Figure> named;
    for (const auto& figure : make_figures(results))
        named[figure.name] = figure;
    REQUIRE(named.count("4x6x8_double_18-reals_2-GPUs_by_placement_per_gpu"));
    CHECK(named.at("4x6x8_double_18-reals_2-GPUs_by_placement_per_gpu")
              .chart.series[0]
              .points[0]
              .y == 100);
    REQUIRE(named.count("4x6x8_double_18-reals_by_devices"));
    const auto& scaling = named.at("4x6x8_double_18-reals_by_devices").chart;
    REQUIRE(scaling.series.size() == 2);
    CHECK(scaling.series[1].name == "2 GPUs");
    CHECK(scaling.series[1].points[0].y == 200);
    CHECK(named.count("4x6x8_double_18-reals_by_devices_per_gpu") == 1);
    CHECK(named.count("4x6x8_double_18-reals_1-GPU_by_placement_per_gpu") == 0);
}

TEST_CASE("cpu is a line beside those of GPUs, not a figure of its own") {
    std::vector<CellResult> results;
    for (const int gpus : {1, 2})
        results.push_back(made_result(made_cell(8, "gpu", gpus), 100));
    results.push_back(made_result(made_cell(8, "cpu", 0), 7));
    int lines = 0;
    for (const auto& figure : make_figures(results)) {
        CHECK(!contains(figure.name, "_CPU_"));
        for (const auto& series : figure.chart.series)
            if (series.name == "cpu") {
                ++lines;
                CHECK(series.points.at(0).y == 7);
                CHECK(!contains(figure.caption, "takes the fastest"));
            }
    }
    CHECK(lines == 2);  // beside one GPU and beside two
    // Alone, it has one.
    const auto alone = make_figures({made_result(made_cell(8, "cpu", 0), 7)});
    REQUIRE(alone.size() == 1);
    CHECK(contains(alone[0].name, "_CPU_by_placement"));
}

TEST_CASE("policies have figures of their own, from the fastest of the rest") {
    std::vector<CellResult> results;
    for (const char* policy : {"lws", "dmdas"})
        for (const char* placement : {"gpu", "dynamic"}) {
            auto cell = made_cell(8, placement);
            cell.policy = policy;
            results.push_back(made_result(cell, *policy == 'l'      ? 10
                                                : *placement == 'g' ? 20
                                                                    : 30));
        }
    const auto figures = make_figures(results);
    REQUIRE(figures.size() == 2);
    CHECK(figures[1].name.ends_with("_by_policy"));
    REQUIRE(figures[1].chart.series.size() == 2);
    CHECK(figures[1].chart.series[1].name == "dmdas");
    CHECK(figures[1].chart.series[1].points[0].y == 30);
    CHECK(contains(figures[1].caption, "fastest placement."));
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
    CHECK(nlohmann::ordered_json::parse(
              read_file(folder / "out/results.json")) == to_json(findings));
    CHECK(contains(read_file(folder / "out/report.html"), ">100.00<"));
}

TEST_CASE("a comparison in which everything failed has a report too") {
    Findings findings{made_experiment(), {}, made_findings().failures};
    CHECK(make_figures({}).empty());
    const auto html = to_html(findings, {});
    CHECK(WellFormed::problem(html) == "");
    CHECK(contains(html, "No cell ended well"));
    CHECK(contains(html, "exit 3"));
    CHECK(to_json(findings)["recommendation"].is_null());
    CHECK(rows_of(to_csv(findings)).size() == 1);
}

TEST_CASE("names that a folder has cannot break its page") {
    for (const auto& name : hostile_names()) {
        CAPTURE(name.substr(0, 30));
        auto f = made_findings();
        f.experiment.version = f.experiment.program = name;
        f.experiment.machine.cpu = name;
        f.experiment.machine.gpus = {name};
        f.experiment.environment = f.experiment.commands = {name};
        for (auto& result : f.results) {
            result.policy = result.command = result.blocks = name;
            result.cell.placement += name;
        }
        for (auto& failure : f.failures)
            failure.command = failure.reason = failure.said = name;
        const auto figures = make_figures(f.results);
        REQUIRE_FALSE(figures.empty());
        const auto page = to_html(f, figures);
        CHECK(WellFormed::problem(page) == "");
        CHECK(is_plain(page));
        CHECK_FALSE(contains(page, "<script>"));
        for (const auto& figure : figures) {
            const auto svg = tasuki::views::standalone_svg(figure.chart);
            CHECK(WellFormed::problem(svg) == "");
            CHECK(is_plain(svg));
            CHECK_FALSE(contains(figure.name, "/"));
        }
    }
}
