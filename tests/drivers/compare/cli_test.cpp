// `tasuki compare` as users run it, on the CPU.
#include "tests/drivers/cli.hpp"

#include <filesystem>

#include "tests/contains.hpp"
#include "tests/views/well_formed.hpp"

using namespace tasuki::test;
using tasuki::Json;
namespace fs = std::filesystem;

namespace {

const std::string kWilson = "compare wilson ";
const std::string kSmall =
    kWilson +
    "--lattices 4x4x4x8..16 --precisions single --blocks 1x1x1x2 "
    "--scheds lws --reps 2 --gpus 0 ";
const std::string kFirst =
    "cells/4x4x4x8_single_r18_n1_g0_b1x1x1x2_lws_cpu.json";
const std::string kSecond =
    "cells/4x4x4x8_single_r18_n1_g0_b1x1x1x2_lws_dynamic.json";

std::size_t files_in(const std::string& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator{folder}, {}));
}

}  // namespace

TEST_CASE("a small matrix runs, is reported, and is not run again") {
    const Folder folder;
    const auto out = folder / "out";
    const auto first =
        run_cli(kSmall + "--placements cpu,dynamic --out " + out);
    CAPTURE(first.log);
    REQUIRE(first.code == 0);
    CHECK(contains(first.out, "Use --placement "));
    CHECK(contains(first.out, "4 cells, 0 failed"));
    CHECK(contains(first.log, "cell 4/4, "));
    CHECK(files_in(out + "/cells") == 4);
    CHECK(files_in(out + "/running") == 0);

    const auto kept = Json::parse(read_file(out + "/" + kFirst));
    const auto results = Json::parse(read_file(out + "/results.json"));
    CHECK(results["cells"][0]["gflops"] == kept["result"]["gflops"]);
    CHECK(kept["result"]["lattice"] == std::vector<int>{4, 4, 4, 8});
    CHECK(kept["result"]["seconds_all"].size() == 2);
    const auto html = read_file(out + "/report.html");
    CHECK(WellFormed::problem(html) == "");
    CHECK_FALSE(contains(html, folder.path()));

    // One cell is gone: only that one runs.
    const auto before = read_file(out + "/" + kSecond);
    fs::remove(out + "/" + kFirst);
    const auto second =
        run_cli(kSmall + "--placements cpu,dynamic --out " + out);
    REQUIRE(second.code == 0);
    CHECK(contains(second.log, "3 of 4 cells are there already"));
    CHECK(contains(second.log, "cell 1/1, "));
    CHECK(contains(second.log, "4x4x4x8_single"));
    CHECK(fs::exists(out + "/" + kFirst));
    CHECK(read_file(out + "/" + kSecond) == before);

    // The report alone, from the cells alone.
    fs::remove(out + "/report.html");
    const auto report = run_cli("compare report " + out);
    CHECK(report.code == 0);
    CHECK(report.out == second.out);
    CHECK(fs::exists(out + "/report.html"));

    const auto other = run_cli(kWilson + "--reps 3 --gpus 0 --out " + out);
    CHECK(refused(other));
    CHECK(contains(other.log, "--repetitions: kept 2, here 3"));
    CHECK(fs::exists(out + "/" + kFirst));
}

TEST_CASE("every command is compared in the same way") {
    struct Small {
        std::string command, lists, cell, program_says, column;
    };
    for (const auto& small :
         {Small{"nbody", "--n 64,128 --precision single",
                "64_single_n1_g0_lws_cpu", "10^9 interactions/s",
                "ginteractions_per_second"},
          Small{"sht", "--truncations 5,10 --fields 2 --data host",
                "T5_f2_host_n1_g0_lws_cpu", "GFLOP/s", "synthesis_gflops"},
          Small{"solve", "--lattices 4x4x4x4,4x4x4x8 --precisions mixed",
                "4x4x4x4_mixed_cg_random-1_n1_g0_bauto_lws_cpu", "GFLOP/s",
                "iterations"},
          Small{"sphere", "--truncation 5,10", "T5_n1_g0_lws_cpu", "steps/s",
                "steps_per_second"}}) {
        CAPTURE(small.command);
        const Folder folder;
        const auto out = folder / "out";
        const auto words =
            "compare " + small.command + ' ' + small.lists +
            " --scheds lws --placements cpu,dynamic --gpus 0 --reps 1 --out " +
            out;
        const auto result = run_cli(words);
        CAPTURE(result.log);
        REQUIRE(result.code == 0);
        CHECK(contains(result.out, small.program_says));
        CHECK(contains(result.out, "Use --placement "));
        CHECK(contains(result.out, "4 cells, 0 failed"));
        CHECK(fs::exists(out + "/cells/" + small.cell + ".json"));
        const auto results = Json::parse(read_file(out + "/results.json"));
        CHECK(results["cells"].size() == 4);
        CHECK(results["cells"][0].contains(small.column));
        CHECK(results["comparisons"].size() == 2);
        CHECK(WellFormed::problem(read_file(out + "/report.html")) == "");
        CHECK(run_cli("compare report " + out).out == result.out);
        const auto other = run_cli(kSmall + "--out " + out);
        CHECK(refused(other));
        CHECK(contains(other.log, "another command: kept " + small.command +
                                      ", here wilson"));
    }
}

TEST_CASE("ranks are compared, and say so where there is no mpirun") {
    const Folder folder;
    const auto ranks = [&](const std::string& out, const std::string& before) {
        return run_cli(
            "compare solve --lattices 4x4x4x4 --precisions double --ranks 1,2 "
            "--gpus 0 --scheds lws --placements cpu --reps 1 --out " +
                (folder / out),
            before);
    };
    const auto result = ranks("out", "");
    CAPTURE(result.log);
    CHECK(result.code == 0);
    CHECK(contains(result.out, "4x4x4x4, double, 2 ranks, blocks 1x1x1x2"));
    const auto alone = ranks("alone", "PATH=/nowhere ");
    CHECK(alone.code == 3);
    CHECK(contains(alone.log, "cannot start mpirun: No such file"));
    CHECK(contains(alone.log, "Open MPI"));
    CHECK(contains(alone.out, "2 cells, 1 failed"));
}

TEST_CASE("cells leave traces that can be compared") {
    const Folder folder;
    const auto out = folder / "out";
    const auto result =
        run_cli(kSmall + "--placements cpu --traces --out " + out);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    std::vector<std::string> traces;
    for (const auto& entry : fs::directory_iterator{out + "/traces"})
        traces.push_back(entry.path().string());
    REQUIRE(traces.size() == 2);
    const auto first = fs::path{kFirst}.stem().string();
    CHECK(fs::exists(out + "/traces/" + first + "/report.html"));
    const auto difference =
        run_cli("trace compare " + traces[0] + " " + traces[1]);
    CAPTURE(difference.log);
    CHECK(difference.code == 0);
    CHECK(contains(difference.out, "interior"));
    CHECK_FALSE(contains(read_file(out + "/results.csv"), "--trace"));
    // What is discarded takes its traces with it.
    CHECK(run_cli(kSmall + "--placements cpu --fresh --out " + out).code == 0);
    CHECK_FALSE(fs::exists(out + "/traces"));
}

TEST_CASE("cells that fail are shown, and the rest runs") {
    const Folder folder;
    const auto out = folder / "out";
    // A placement that needs a GPU, of which there are to be none.
    const auto arguments = kSmall + "--placements gpu,cpu --out " + out;
    const auto result = run_cli(arguments);
    CAPTURE(result.log);
    CHECK(result.code == 3);
    CHECK(contains(result.log, "exit 3: placement gpu needs a GPU worker"));
    CHECK(contains(result.log, "2 of 4 cells failed"));
    CHECK(contains(result.out, "failed, exit 3: 4x4x4x8_single"));
    CHECK(contains(result.out, "Use --placement cpu"));
    CHECK(files_in(out + "/cells") == 2);
    CHECK(files_in(out + "/failed") == 2);
    CHECK(contains(read_file(out + "/report.html"), "2 of 4 cells failed"));
    // They are tried again, the others are not.
    const auto again = run_cli(arguments);
    CHECK(again.code == 3);
    CHECK(contains(again.log, "2 of 4 cells are there already"));
    CHECK(contains(again.log, "cell 2/2 "));
}

TEST_CASE("--limit stops a cell that takes too long") {
    const Folder folder;
    const auto result =
        run_cli(kWilson +
                "--lattices 16x16x16x16 --precisions double --blocks "
                "1x1x1x1 --scheds lws --placements cpu --gpus 0 "
                "--reps 1000 --limit 1 --out " +
                (folder / "out"));
    CHECK(result.code == 70);
    CHECK(contains(result.log, "stopped after 1 s (--limit)"));
    CHECK(files_in(folder / "out/running") == 0);
}

TEST_CASE("an interrupt keeps what is finished, and no report looks whole") {
    const Folder folder;
    const auto out = folder / "out";
    const auto arguments = kWilson +
                           "--precisions single --blocks 1x1x1x1 --scheds lws "
                           "--placements cpu --gpus 0 --reps 100 --out " +
                           out + " --lattices ";
    REQUIRE(run_cli(arguments + "4x4x4x4").code == 0);
    CHECK(contains(read_file(out + "/results.json"), "\"complete\": true"));
    // A repetition takes a tenth of a second where the lattice is not tiny, so
    // that the second cell takes more than ten.
    const auto result =
        run_cli(arguments + "4x4x4x4,24x24x24x48",
                "timeout --preserve-status --kill-after=60 --signal=INT 3 ");
    CAPTURE(result.log);
    CHECK(result.code == 130);
    CHECK(result.out.empty());
    CHECK(files_in(out + "/running") == 0);
    CHECK(files_in(out + "/cells") == 1);
    CHECK(contains(read_file(out + "/report.html"),
                   "A part: 1 of 2 cells had not run"));
    const auto json = Json::parse(read_file(out + "/results.json"));
    CHECK(json["complete"] == false);
    REQUIRE(json["missing"].size() == 1);
    CHECK(json["missing"][0]["lattice"] == std::vector<int>{24, 24, 24, 48});
    CHECK(contains(run_cli("compare report " + out).out,
                   "a part: 1 of 2 cells have not run"));
}

TEST_CASE("--dry-run lists commands and makes nothing") {
    const Folder folder;
    const auto result = run_cli(kSmall + "--placements cpu --dry-run --out " +
                                (folder / "out"));
    CHECK(result.code == 0);
    CHECK(contains(result.out,
                   "to run  tasuki wilson --gauge hot:1 --lattice 4x4x4x8 "
                   "--precision single --reconstruct 18 --placement cpu"));
    CHECK(contains(result.out, "2 cells: 0 kept, 2 to run"));
    CHECK(folder.names().empty());
}
