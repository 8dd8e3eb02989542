// `tasuki bench policies --machines`.
#include <doctest/doctest.h>

#include <filesystem>

#include "json/json.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"
#include "tests/views/well_formed.hpp"

using namespace tasuki::test;
using tasuki::Json;

namespace {

CliResult bench(const std::string& options, int iterations = 8) {
    return run_cli("bench policies --machines '" TASUKI_TEST_MACHINES
                   "/h200_16cpu.json' --iterations " +
                   std::to_string(iterations) + " " + options);
}

Json results_in(const std::string& folder) {
    return Json::parse(read_file(folder + "/policies.json"));
}

}  // namespace

TEST_CASE("policies are compared with the best static placement") {
    const Folder folder;
    const auto out = folder / "out";
    const auto options =
        "--graphs independent:8x100,nbody:1024 --out " + out + " --policies ";
    const auto result = bench(options + "feedback,dmda");
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    CHECK(result.out.starts_with("SIMULATED"));
    CHECK(contains(result.out, "\n2 cases; "));

    const auto json = results_in(out);
    CHECK(json["complete"] == true);
    CHECK(json["failed"].empty());
    REQUIRE(json["cases"].size() == 2);
    const auto& one = json["cases"][0];
    // 100 tasks of 1 ms on the GPU or of 8 ms on 14 CPU workers: 40 ms with 60
    // of them on CPUs.
    CHECK(close(one["oracle"]["seconds_median"], 40e-3, 1e-2));
    CHECK(close(one["bound"]["seconds"], 100e-3 / (1 + 14.0 / 8), 1e-6));
    CHECK(json["cases"][1]["bound"].is_null());
    const auto& dmda = one["policies"][1];
    CHECK(dmda["seconds_all"].size() == 2);
    CHECK(dmda["iterations_all"][0].size() == 8);
    const auto html = read_file(out + "/report.html");
    CHECK(WellFormed::problem(html) == "");
    CHECK(contains(html, "<title>tasuki bench policies, SIMULATED"));

    // A cell that was lost runs again, and a further policy beside the others.
    const auto cells = out + "/h200_16cpu/independent-8x100/cells/";
    const auto lost = cells + "independent-8x100_n1_g1_dmda_dynamic_p2.json";
    REQUIRE(std::filesystem::remove(lost));
    const auto more = bench(options + "feedback,dmda,eager");
    CHECK(more.code == 0);
    CHECK(contains(more.log, "3 of 6 cells are there already"));
    CHECK(results_in(out)["cases"][0]["policies"].size() == 3);
    CHECK(results_in(out)["cases"][0]["policies"][1]["seconds_all"] ==
          dmda["seconds_all"]);
}

TEST_CASE(
    "a folder takes no other cells, and a process that ends is a failure") {
    const Folder folder;
    const auto out =
        " --policies dmda --graphs independent:8x10 --out " + (folder / "out");
    REQUIRE(bench(out).code == 0);
    const auto other = bench(out, 9);
    CHECK(other.code == 2);
    CHECK(contains(other.log, "--fresh"));
    CHECK(bench(out + " --fresh", 9).code == 0);
    const auto late = bench(
        " --policies dmda --graphs tree:2000x1 --limit 1 "
        "--processes 1 --out " +
            (folder / "late"),
        4000);
    CHECK(late.code == 70);
    CHECK(contains(late.log, "cells failed"));
    CHECK(results_in(folder / "late")["cases"][0]["policies"].empty());
    CHECK(WellFormed::problem(read_file(folder / "late/report.html")) == "");
}

TEST_CASE("wrong machines and sizes are refused before a cell runs") {
    const Folder folder;
    const auto out = " --out " + (folder / "out");
    CHECK(refused(bench("--graphs cholesky:0x1" + out)));
    CHECK(refused(bench("--graphs wilson:4x4" + out)));
    CHECK(refused(bench("--graphs sht:x" + out)));
    const auto file = std::string{TASUKI_TEST_MACHINES "/h200_16cpu.json"};
    CHECK(refused(
        run_cli("bench policies --machines " + file + "," + file + out)));
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
}
