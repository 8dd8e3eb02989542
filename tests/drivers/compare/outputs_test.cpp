// Cells that write outputs while they compute: in a matrix, in a report, and as
// users run them.
#include <algorithm>
#include <filesystem>

#include "drivers/compare/figures.hpp"
#include "drivers/compare/html_report.hpp"
#include "drivers/compare/matrix.hpp"
#include "drivers/compare/recommendation.hpp"
#include "drivers/compare/report.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"
#include "tests/drivers/compare/made_cells.hpp"
#include "tests/refusal.hpp"
#include "tests/views/well_formed.hpp"

using namespace tasuki::drivers::compare;
using namespace tasuki::test;
using tasuki::Json;
namespace fs = std::filesystem;

namespace {

/// With the defaults of a machine without a GPU.
Axes with_outputs(const Subject& subject, const std::string& outputs) {
    Axes axes;
    axes.outputs = outputs;
    return with_defaults(subject, axes, 0);
}

Cell made_run(const std::string& placement, const std::string& outputs,
              int bodies = 64) {
    return {&nbody_subject(),
            {std::to_string(bodies), "single"},
            1,
            0,
            "",
            "lws",
            placement,
            1,
            outputs};
}

/// A step takes 2 s alone.
Json made_kept_run(const Cell& cell, double with_outputs) {
    return kept_json(cell, command_line(cell, 2),
                     {{"policy", "lws"},
                      {"seconds_median", 2.0},
                      {"seconds_all", {2.0, 2.5}},
                      {"seconds_spent", {{"with_outputs", with_outputs}}},
                      {"interactions_per_second", 6e9},
                      {"cpu_fraction", 1.0},
                      {"energy_error", 1e-6},
                      {"tflops_22", 0.1},
                      {"peak_percent", 50.0}});
}

CellResult made_run_result(const Cell& cell, double with_outputs) {
    return result_from_json(nbody_subject(), made_kept_run(cell, with_outputs),
                            key(cell));
}

std::string sentences_of(const Recommendation& r) {
    std::string text;
    for (const auto& sentence : r.sentences) text += sentence + '\n';
    return text;
}

std::string reports_of(const std::vector<CellResult>& results,
                       const std::string& file) {
    const auto figures = make_figures(results);
    Findings f{made_experiment(), results, {}};
    f.experiment.subject = &nbody_subject();
    if (file == "csv") return to_csv(f);
    return file == "json" ? to_json(f).dump(1) : to_html(f, figures);
}

}  // namespace

TEST_CASE("outputs are a part of a cell, its name and its command") {
    const auto beside = made_run("cpu", kBeside);
    const auto line = made_run("cpu", kInLine);
    CHECK(command_line(beside, 2) ==
          "tasuki nbody --n 64 --precision single --placement cpu --sched lws "
          "--gpus 0 --steps 8 --every 4 --out DIR --pictures");
    CHECK(command_line(line, 2) ==
          command_line(beside, 2) + " --outputs-beside 0");
    CHECK(key(line) == key(made_run("cpu", kNoOutputs)) + "_line");
    for (const auto& cell : {beside, line, made_run("cpu", kNoOutputs)})
        CHECK(cell_from_json(nbody_subject(), to_json(cell)) == cell);
    CHECK(before(line, beside));
    CHECK(before(made_run("dynamic", kNoOutputs), line));
    // Folders from before there were outputs.
    auto old = to_json(made_run("cpu", kNoOutputs));
    old.erase("outputs");
    CHECK(cell_from_json(nbody_subject(), old) == made_run("cpu", kNoOutputs));
    old["outputs"] = "behind";
    CHECK_THROWS_AS(cell_from_json(nbody_subject(), old), Json::Error);
    auto wilson = to_json(made_cell(8, "gpu"));
    CHECK_FALSE(wilson.contains("outputs"));
    wilson["outputs"] = kInLine;
    CHECK_THROWS_AS(cell_from_json(wilson_subject(), wilson), Json::Error);
}

TEST_CASE("cells with outputs are of the same problems as those without") {
    for (const char* name : {"nbody", "sphere", "solve"}) {
        CAPTURE(name);
        const auto& subject = find_subject(name);
        const auto count = [&](const char* outputs) {
            return make_matrix(subject, with_outputs(subject, outputs))
                .cells.size();
        };
        CHECK(count("none,line,beside") == 3 * count("none"));
        CHECK(count("beside") == count("none"));
        CHECK_REFUSAL(count("behind"), "--outputs",
                      "expected some of none, line, beside, found 'behind'");
    }
    for (const char* name : {"wilson", "sht"}) {
        CAPTURE(name);
        const auto& subject = find_subject(name);
        CHECK_REFUSAL(make_matrix(subject, with_outputs(subject, "none,line")),
                      "--outputs line", "expected none",
                      "writes nothing while it computes");
    }
    // One solution would leave nothing to do beside its file.
    const auto& solve = solve_subject();
    const auto source = solve.axes.size() - 1;
    CHECK(with_outputs(solve, "none").problem[source] == "random:1");
    const auto axes = with_outputs(solve, "none,line");
    CHECK(axes.problem[source] == "wall:0");
    const auto cells = make_matrix(solve, axes).cells;
    CHECK(contains(command_line(cells[0], 9), "--repetitions 9"));
    CHECK(
        contains(command_line(cells.back(), 9),
                 "--repetitions 1 --out DIR/propagator.h5 --outputs-beside 0"));
    auto old =
        to_json(make_matrix(solve, with_outputs(solve, "none")).cells[0]);
    old.erase("source");
    CHECK(cell_from_json(solve, old).problem[source] == "random:1");
}

TEST_CASE("the time of a cell with outputs is that until they are written") {
    const auto none = made_run_result(made_run("cpu", kNoOutputs), 3);
    const auto line = made_run_result(made_run("cpu", kInLine), 12);
    CHECK(none.seconds == 2);
    CHECK(none.speed == 6);
    CHECK(line.seconds == 12);
    CHECK(line.all_seconds == std::vector<double>{12});
    CHECK(close(line.speed, 1, 1e-15));
    CHECK(line.seconds_max == 12);
    auto kept = made_kept_run(line.cell, 12);
    kept["result"].erase("seconds_spent");
    CHECK_REFUSAL(result_from_json(nbody_subject(), kept, "file"), "file",
                  "with_outputs");
    CHECK_REFUSAL(made_run_result(line.cell, 0), "times above 0");
}

TEST_CASE("what outputs cost is said of each placement") {
    const std::vector<CellResult> results{
        made_run_result(made_run("cpu", kNoOutputs), 4),
        made_run_result(made_run("cpu", kInLine), 16.4),
        made_run_result(made_run("cpu", kBeside), 4.2),
        made_run_result(made_run("cpu", kNoOutputs, 128), 5),
        made_run_result(made_run("cpu", kBeside, 128), 6),
        made_run_result(made_run("dynamic", kNoOutputs), 2),
        made_run_result(made_run("dynamic", kInLine), 3)};
    const auto said = sentences_of(recommend(results));
    CAPTURE(said);
    CHECK(contains(
        said,
        "Time with outputs over that without: beside the work 1.05 to 1.20 x, "
        "in line 4.10 x (placement cpu); in line 1.50 x (placement dynamic)."));
    // A single time has no spread, which would hide that of the others.
    CHECK(contains(said, "differ by 25 %"));
    CHECK(contains(
        sentences_of(recommend({results[1], results[2]})),
        "over that with outputs in line: beside the work 0.26 x (placement"));
    CHECK_FALSE(contains(sentences_of(recommend({results[0]})), "outputs"));

    const auto csv = reports_of(results, "csv");
    CHECK(contains(csv, "gpus,outputs,policy,"));
    CHECK(contains(csv, ",seconds_with_outputs,"));
    CHECK(contains(csv, ",line,lws,cpu,done,16.4,16.4,16.4,16.4,"));
    const auto json = Json::parse(reports_of(results, "json"));
    CHECK(json["cells"][1]["outputs"] == "line");
    CHECK(json["cells"][0]["seconds_with_outputs"] == 4.0);
    CHECK(json["comparisons"].size() == 5);
    CHECK(json["comparisons"][1]["outputs"] == "line");
    const auto page = reports_of(results, "html");
    CHECK(WellFormed::problem(page) == "");
    CHECK(contains(page, "a snapshot and a picture every 4 steps"));
    CHECK(contains(page, "64 bodies, single, outputs in line"));

    // A chart for each value, and one with a line for each.
    std::vector<std::string> names;
    for (const auto& figure : make_figures(results))
        names.push_back(figure.name);
    const auto has = [&](const std::string& name) {
        return std::ranges::count(names, name) == 1;
    };
    CHECK(has("single_outputs-in-line_CPU_by_placement"));
    CHECK(has("single_CPU_by_outputs"));
    const auto alone = make_figures({results[0]});
    REQUIRE(alone.size() == 1);
    CHECK(alone[0].name == "single_CPU_by_placement");
}

TEST_CASE("cells write outputs, which are gone when they have ended") {
    struct Run {
        std::string command, words, cell;
        int repetitions;
    };
    for (const auto& run :
         {Run{"nbody", "--n 64 --precision single", "64_single_n1_g0_lws_cpu",
              4},
          Run{"sphere", "--truncation 5", "T5_n1_g0_lws_cpu", 2},
          Run{"solve", "--lattices 4x4x4x4 --precisions mixed",
              "4x4x4x4_mixed_cg_wall-0_n1_g0_bauto_lws_cpu", 2}}) {
        CAPTURE(run.command);
        const Folder folder;
        const auto out = folder / "out";
        const auto result =
            run_cli("compare " + run.command + ' ' + run.words +
                    " --scheds lws --placements cpu --gpus 0 --reps " +
                    std::to_string(run.repetitions) +
                    " --outputs none,line,beside --out " + out);
        CAPTURE(result.log);
        REQUIRE(result.code == 0);
        CHECK(contains(result.out, "3 cells, 0 failed"));
        CHECK(contains(result.out, "Time with outputs over that without: "));
        CHECK(contains(result.out, "outputs beside"));
        CHECK(fs::is_empty(out + "/running"));
        for (const auto& file : fs::recursive_directory_iterator{out})
            CHECK(file.path().extension() != ".h5");
        const auto kept = [&](const char* end) {
            return Json::parse(
                read_file(out + "/cells/" + run.cell + end + ".json"));
        };
        const auto none = kept("")["result"], line = kept("_line")["result"],
                   beside = kept("_beside")["result"];
        if (run.command == "solve") {
            CHECK(line["sources"].size() == 12);
            CHECK(none["iterations"] == line["iterations"]);
            CHECK(line["seconds_spent"]["waiting_for_output"] > 0.0);
        } else {
            CHECK(none["snapshots"] == 0);
            CHECK(line["snapshots"] == 1 + run.repetitions);
            CHECK(beside["snapshots"] == 1 + run.repetitions);
        }
        const auto cells =
            Json::parse(read_file(out + "/results.json"))["cells"];
        REQUIRE(cells.size() == 3);
        CHECK(cells[1]["seconds_median"] ==
              line["seconds_spent"]["with_outputs"]);
        CHECK(cells[0]["seconds_median"] == none["seconds_median"]);
        CHECK(contains(cells[1]["command"].get<std::string>(), "--out DIR"));
        if (run.command != "nbody") continue;
        // Pictures take longer than steps of so few bodies.
        CHECK(line["seconds_spent"]["with_outputs"].get<double>() >
              none["seconds_spent"]["with_outputs"].get<double>());
        const auto interactions = [&](int k) {
            return cells[k]["ginteractions_per_second"].get<double>() *
                   cells[k]["seconds_median"].get<double>();
        };
        for (const int k : {1, 2})
            CHECK(close(interactions(k), interactions(0), 1e-12));
    }
}

TEST_CASE("outputs of a cell that is stopped are gone, too") {
    const Folder folder;
    const auto out = folder / "out";
    // A thousand pictures take longer than that.
    const auto result = run_cli(
        "compare nbody --n 4096 --precision double --scheds lws "
        "--placements cpu --gpus 0 --reps 1000 --outputs line "
        "--limit 3 --out " +
        out);
    CHECK(result.code == 70);
    CHECK(contains(result.log, "stopped after 3 s (--limit)"));
    CHECK(fs::is_empty(out + "/running"));
}
