// `tasuki compare run`: somebody's program, here a script.
#include <filesystem>

#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"
#include "tests/views/well_formed.hpp"

using namespace tasuki::test;
using tasuki::Json;
namespace fs = std::filesystem;

namespace {

/// 1/4 s per repetition with `dynamic`, 1/2 s otherwise, the slowest 1 s; with
/// --sched dmdas twice as long.  `answer` is what it says when it is not empty.
std::string make_program(const Folder& folder, const std::string& answer = "") {
    const auto program = folder / "vector_sum";
    write_file(program, R"(#!/bin/sh
all='0.5, 0.5, 1'
while [ $# -gt 0 ]; do
    case $1 in
        --json) json=$2 ;;
        --placement) [ "$2" != dynamic ] || all='0.25, 0.25, 1' ;;
        --sched) [ "$2" != dmdas ] || all='1, 1, 2' ;;
        --fail) exit 4 ;;
    esac
    shift
done
answer=')" + answer + R"('
[ -n "$answer" ] || answer="{\"seconds_all\": [$all], \"gflops\": 3.5,
    \"relative_error\": 1e-7,
    \"phases\": {\"axpy\": {\"cpu\": 5, \"gpu\": 6, \"seconds\": 0.5}}}"
[ "$answer" = none ] || echo "$answer" > "$json"
)");
    fs::permissions(program, fs::perms::owner_all);
    return program;
}

/// tests/program/vector_sum.cpp
std::string vector_sum_path() {
    return beside_test({"vector_sum"}, TASUKI_TEST_VECTOR_SUM);
}

CliResult compare_run(const std::string& arguments, const std::string& out) {
    return run_cli("compare run --out " + out + ' ' + arguments);
}

}  // namespace

TEST_CASE("any program is compared as the commands of tasuki are") {
    const Folder folder;
    const auto out = folder / "out";
    const auto words =
        "--vary '--placement {gpu,dynamic}' --vary '--sched {feedback,dmdas}' "
        "--vary '--n {64..128}' --vary '--kind a/b' -- " +
        make_program(folder) + " --verbose 'two words'";
    const auto result = compare_run(words, out);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    CHECK(contains(result.out, "Use --placement dynamic --sched feedback: "));
    CHECK(contains(result.out, "dmdas is 75 % slower"));
    CHECK(contains(result.out, "8 cells, 0 failed"));

    const auto json = Json::parse(read_file(out + "/results.json"));
    REQUIRE(json["cells"].size() == 8);
    const auto& cell = json["cells"][3];
    CHECK(cell["n"] == 64);
    CHECK(cell["kind"] == "a/b");
    CHECK(cell["policy"] == "feedback");
    CHECK(cell["placement"] == "dynamic");
    CHECK(cell["seconds_median"] == 0.25);
    CHECK(cell["seconds_max"] == 1);
    CHECK(cell["repetitions_per_second"] == 4);
    CHECK(cell["relative_error"] == 1e-7);
    CHECK(cell["phases"]["axpy"]["gpu"] == 6);
    CHECK(contains(cell["command"].get<std::string>(),
                   "vector_sum --verbose 'two words' --n 64 --kind a/b "
                   "--placement dynamic --sched feedback"));
    const auto csv = read_file(out + "/results.csv");
    CHECK(contains(csv, "axpy_cpu_tasks,axpy_gpu_tasks,axpy_seconds"));
    const auto html = read_file(out + "/report.html");
    CHECK(WellFormed::problem(html) == "");
    CHECK(contains(html, "axpy 5 CPU + 6 GPU"));

    CHECK(run_cli("compare report " + out).out == result.out);
}

TEST_CASE("a comparison of a program grows, but not by another program's") {
    const Folder folder;
    const auto out = folder / "out";
    const auto program = make_program(folder);
    REQUIRE(compare_run("--vary '--kind a' -- " + program, out).code == 0);
    const auto more = compare_run(
        "--vary '--kind {b,a}' --vary '--sched dmdas' -- " + program, out);
    CHECK(more.code == 0);
    CHECK(contains(more.out, "3 cells, 0 failed"));
    const auto other =
        compare_run("--vary '--kind a' -- " + program + " x", out);
    CHECK(refused(other));
    CHECK(contains(other.log, "another program, or other options to vary"));
}

TEST_CASE("a program that says nothing of use is a failed cell, exit code 2") {
    struct Wrong {
        std::string answer, reason;
    };
    for (const auto& wrong :
         {Wrong{"none", "JSON"}, Wrong{"{", "JSON"},
          Wrong{"{}", "key seconds_all: "},
          Wrong{R"({"seconds_all": ["1"]})", "key seconds_all: "},
          Wrong{R"({"seconds_all": [0]})", "seconds_all: expected times above"},
          Wrong{R"({"seconds_median": 1, "phases": {"a": {"cpu": 1}}})",
                "key phases/a/gpu: "},
          Wrong{R"({"seconds_median": 1})", "key gflops: "}}) {
        CAPTURE(wrong.answer);
        const Folder folder;
        const auto result = compare_run(
            (wrong.reason == "key gflops: " ? "--rate gflops -- " : "-- ") +
                make_program(folder, wrong.answer),
            folder / "out");
        CHECK(result.code == 2);
        CHECK(contains(result.out, "1 cells, 1 failed"));
        CAPTURE(result.out);
        CHECK(contains(result.out, wrong.reason));
    }
}

TEST_CASE("a program that fails, or is not there, is not a bad result") {
    const Folder folder;
    const auto program = make_program(folder);
    CHECK(compare_run("-- " + program + " --fail", folder / "a").code == 4);
    const auto result = compare_run("-- " + folder.path(), folder / "b");
    CHECK(result.code == 3);
    CHECK(contains(result.log, folder.path() + ": expected a program"));
    CHECK_FALSE(fs::exists(folder / "b"));
    const auto rate =
        compare_run("--rate gflops --reps 7 -- " + program, folder / "c");
    CHECK(rate.code == 0);
    CHECK(contains(rate.out, "3.50"));
    CHECK(contains(read_file(folder / "c/results.csv"), "--repetitions 7"));
}

TEST_CASE("a program on the runtime has the options that compare run varies") {
    const Folder folder;
    const auto out = folder / "out";
    const auto program = vector_sum_path();
    const auto words =
        "--vary '--placement {cpu,vector_sum=any}' --vary '--n {512..1024}' "
        "--reps 3 -- " +
        program + " --gpus 0";
    const auto result = compare_run(words, out);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    const auto json = Json::parse(read_file(out + "/results.json"));
    REQUIRE(json["cells"].size() == 4);
    for (const auto& cell : json["cells"]) {
        CHECK(cell["relative_error"] == 0);
        CHECK(cell["phases"]["vector_sum"]["cpu"] == 3 * 4);
        CHECK(cell["phases"]["vector_sum"]["gpu"] == 0);
    }
    CHECK(json["cells"][0]["placement"] != json["cells"][1]["placement"]);
}

TEST_CASE("wrong options of a program on the runtime are said by it") {
    const Folder folder;
    const auto program = vector_sum_path();
    const auto json = folder / "result.json";
    const auto run = [&](const std::string& arguments) {
        return run_command("'" + program + "' --gpus 0 --json " + json + ' ' +
                           arguments);
    };
    const auto other = run("--placement other=cpu");
    CHECK(other.code == 2);
    CHECK(contains(other.log, "a kernel that ran (vector_sum), found none"));
    CHECK(run("--placement gpu").code == 3);
    const auto wrong = run("--wrong 3");
    CHECK(wrong.code == 4);
    CHECK(contains(wrong.log, "relative_error: expected at most 0, found 3"));
    CHECK_FALSE(fs::exists(json));
    const auto good = run("--repetitions 2 --cpus 1");
    CAPTURE(good.log);
    REQUIRE(good.code == 0);
    const auto result = Json::parse(read_file(json));
    CHECK(result["seconds_all"].size() == 2);
    CHECK(result["policy"] == "lws");
    CHECK(result["workers"].size() == 1);
    CHECK(contains(good.out, " s (median of 2, "));
    CHECK(contains(run("--help").out, "numbers in a block (default: 1000)"));
}

TEST_CASE("--json - is stdout, and nothing else is there") {
    const auto result = json_of(run_command(
        '\'' + vector_sum_path() + "' --placement cpu --gpus 0 --json -"));
    CHECK(result["placement"] == "cpu");
    const double seconds = result["seconds_median"];
    CHECK(
        close(result["sums_per_second"].get<double>() * seconds, 4000, 1e-12));
}

TEST_CASE("a trace of a program on the runtime is read as any other") {
    const Folder folder;
    const auto run = [&](const std::string& trace) {
        return run_command("'" + vector_sum_path() + "' --gpus 0 --trace " +
                           trace);
    };
    const auto trace = folder / "trace";
    const auto recorded = run(trace);
    CAPTURE(recorded.log);
    REQUIRE(recorded.code == 0);
    const auto report = run_cli("trace report " + trace);
    CAPTURE(report.log);
    REQUIRE(report.code == 0);
    CHECK(WellFormed::problem(read_file(trace + "/report.html")) == "");
    CHECK_FALSE(fs::exists(trace + "/records.jsonl"));
    const auto json = Json::parse(read_file(trace + "/summary.json"));
    // Five repetitions count, of four tasks each.
    CHECK(json["phases"][0]["phase"] == "vector_sum");
    CHECK(json["phases"][0]["tasks"] == 5 * 4);
    write_file(folder / "other", "");
    const auto refused = run(folder.path());
    CHECK(refused.code == 2);
    CHECK(contains(refused.log, "found other files"));
    write_file(trace + "/records.jsonl", "{}\n{}\n");
    CHECK(run_cli("trace report " + trace).code == 2);
}
