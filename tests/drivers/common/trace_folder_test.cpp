// The folder of --trace: what a run leaves in it. What it may be is in
// tests/drivers/trace/cli_test.cpp and refusals.txt.
#include "drivers/common/trace_folder.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "runtime/core/error.hpp"
#include "tests/folder.hpp"
#include "tests/views/traces/made_records.hpp"

using namespace tasuki;
using drivers::TraceFolder;

TEST_CASE("a new folder goes again if nothing is written; a trace stays") {
    const test::Folder folder;
    { const TraceFolder unused{folder / "t"}; }
    CHECK(folder.names().empty());
    std::filesystem::create_directory(folder / "t");
    const std::string earlier = "{\"tasuki_trace\": 2}";
    test::write_file(folder / "t/run.json", earlier);
    { const TraceFolder unused{folder / "t"}; }
    CHECK(test::read_file(folder / "t/run.json") == earlier);
}

TEST_CASE("what a run leaves is read as it was written") {
    const test::Folder folder;
    const trace::RunRecord run{
        "a \"title\" \xff",   "tasuki wilson", "0.1", {1, 3},
        {{0.1, 2}, {0.3, 4}}, {{64, "T+"}}};
    const auto ranks = test::two_ranks();
    TraceFolder{folder / "t"}.write(run, ranks);
    CHECK(test::read_file(folder / "t/run.json") == trace::kNoTablesYet);
    std::istringstream lines{test::read_file(folder / "t/records.jsonl")};
    std::string line;
    REQUIRE(std::getline(lines, line));
    const auto found = trace::parse_run_record(line);
    CHECK(found.title == "a \"title\" \xef\xbf\xbd");
    CHECK(found.command == run.command);
    CHECK(found.version == run.version);
    CHECK(found.window.first == 1);
    CHECK(found.window.last == 3);
    CHECK(found.cost.plain == run.cost.plain);
    CHECK(found.cost.recorded == run.cost.recorded);
    CHECK(found.parts == run.parts);
    for (const auto& rank : ranks) {
        REQUIRE(std::getline(lines, line));
        CHECK(line == trace::to_text(rank));
    }
    CHECK_FALSE(std::getline(lines, line));
    CHECK_THROWS_AS(trace::parse_run_record("{}"), runtime::UsageError);
}
