// `tasuki trace report` and `tasuki trace compare` on traces of real runs.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/contains.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/drivers/trace/trace_checks.hpp"
#include "tests/hostile.hpp"
#include "tests/views/traces/made_timeline.hpp"
#include "tests/views/well_formed.hpp"
#include "views/traces/timeline/tables.hpp"

namespace {

using tasuki::test::contains;
using namespace tasuki;
using test::Folder, test::read_file, test::refused, test::run_cli;
using test::run_ranks, test::write_file;

constexpr const char* kQuickRun =
    "wilson --gpus 0 --gauge hot:3 --lattice 8x4x8x8 --repetitions 1 "
    "--iterations 2 --trace-iterations 1:3 --trace ";

}  // namespace

TEST_CASE("a run writes its page, and its folder gives the same one again") {
    for (const int ranks : {1, 2}) {
        CAPTURE(ranks);
        const Folder folder;
        const auto dir = folder / "t", file = dir + "/report.html";
        const auto run = ranks == 1 ? run_cli(kQuickRun + dir)
                                    : run_ranks(ranks, kQuickRun + dir);
        CAPTURE(run.log);
        REQUIRE(run.code == 0);
        const auto html = read_file(file);
        CHECK(test::WellFormed::problem(html) == "");
        CHECK(contains(html, "tasuki wilson --gpus 0"));

        // The table of phases against tasks.csv.
        long time = 0;
        int count = 0;
        for (const auto& row : test::rows_of(dir + "/tasks.csv"))
            if (row[4] == "interior" && row[8] == "1") {
                ++count;
                time += std::stol(row[13]) - std::stol(row[12]);
            }
        CHECK(contains(
            html, fmt::format("<td>interior</td><td>CPU</td>"
                              "<td class=\"number\">{}</td>"
                              "<td class=\"number\">{:.2f}</td>",
                              count, 1e-3 * static_cast<double>(time) / 3)));

        std::filesystem::remove(file);
        const auto again = run_cli("trace report " + dir);
        CHECK(again.code == 0);
        CHECK(again.out == file + "\n");
        const bool same = read_file(file) == html;
        CHECK(same);
    }
}

TEST_CASE("a trace is as itself, and unlike one of two ranks") {
    const Folder folder;
    const auto one = folder / "one", two = folder / "two";
    REQUIRE(run_cli(kQuickRun + one).code == 0);
    REQUIRE(run_ranks(2, kQuickRun + two).code == 0);
    const auto same = run_cli("trace compare " + one + " " + one);
    CHECK(same.code == 0);
    CHECK(contains(same.out, "\nNothing changed by more than 2 %.\n"));
    CHECK(contains(same.out, "iteration [ms]"));
    const auto other = run_cli("trace compare --json - " + one + " " + two);
    REQUIRE(other.code == 0);
    const auto j = nlohmann::json::parse(other.out);
    CHECK(j["before"] ==
          nlohmann::json::parse(read_file(one + "/summary.json")));
    CHECK(j["after"] ==
          nlohmann::json::parse(read_file(two + "/summary.json")));
    CHECK(std::ranges::any_of(j["changes"], [](const auto& sentence) {
        return contains(sentence, "Data moves now: ");
    }));
}

TEST_CASE("a folder that is no whole trace is refused, with file and line") {
    const Folder folder;
    const auto dir = folder / "t", file = dir + "/tasks.csv";
    REQUIRE(run_cli(kQuickRun + dir).code == 0);
    const auto page = read_file(dir + "/report.html");
    const auto text = read_file(file);
    for (const auto& broken :
         {text.substr(0, text.size() / 2), std::string{"a,b\n1,2\n"}}) {
        write_file(file, broken);
        for (const auto& command :
             {"trace report " + dir, "trace compare " + dir + " " + dir}) {
            CAPTURE(command);
            const auto result = run_cli(command);
            CHECK(refused(result));
            CHECK(contains(result.log, file));
            CHECK(contains(result.log, "line "));
            CHECK(contains(result.log, "expected "));
        }
    }
    const bool untouched = read_file(dir + "/report.html") == page;
    CHECK(untouched);
    CHECK(refused(run_cli("trace report " + folder.path())));
    CHECK(refused(run_cli("trace report " + (folder / "none"))));
    CHECK(refused(run_cli("trace compare " + dir + " " + (folder / "none"))));
    CHECK(run_cli("trace compare " + dir).code == 2);
}

TEST_CASE("names in a folder cannot break tables and pages") {
    for (const auto& name : test::hostile_names()) {
        CAPTURE(name.substr(0, 30));
        const Folder folder;
        test::MadeTimeline made;
        made.task(name, made.cpu(), 0, 5);
        auto& t = made.get();
        t.title = t.command = t.version = t.lanes[0].name = t.nodes[0].name =
            name;
        for (const auto& [table, text] : trace::to_tables(t))
            write_file(folder / table, text);
        const auto summary = run_cli("trace summary " + folder.path());
        CHECK(summary.code == 0);
        CHECK(test::is_plain(summary.out));
        CHECK(summary.out.size() < 10'000);
        const auto difference =
            run_cli("trace compare " + folder.path() + ' ' + folder.path());
        CHECK(difference.code == 0);
        CHECK(test::is_plain(difference.out));
        CHECK(run_cli("trace report " + folder.path()).code == 0);
        for (const char* view : {"/report.html", "/dag.svg"}) {
            const auto text = read_file(folder.path() + view);
            CHECK(test::WellFormed::problem(text) == "");
            CHECK(test::is_plain(text));
        }
    }
}
