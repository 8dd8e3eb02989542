// `tasuki wilson --trace` and `tasuki trace`, with ViTE as the judge.
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tests/contains.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/drivers/trace/trace_checks.hpp"
#include "tests/skip.hpp"
#include "tests/views/well_formed.hpp"

namespace {

using tasuki::test::contains;
using namespace tasuki;
using test::Folder, test::read_file, test::refused, test::run_cli;
using test::run_command, test::run_ranks;

constexpr const char* kQuick =
    "wilson --gpus 0 --gauge hot:3 --lattice 8x4x8x8 --repetitions 1 "
    "--iterations 2 --trace-iterations 1:3 --trace ";

bool is_here(const std::string& program) {
    return run_command("command -v " + program).code == 0;
}

/// ViTE ends with 0 whatever it read, so what it says is looked at.
void check_vite(const std::string& folder) {
    if (!is_here("vite"))
        return test::skip_part("what ViTE reads: vite is not installed");
    const auto svg = folder + "/vite.svg";
    // It leaves a log.txt where it is started, if there are errors.
    const auto result =
        run_command("cd '" + folder +
                    "' && QT_QPA_PLATFORM=offscreen vite paje.trace -e " + svg);
    const auto said = result.out + result.log;
    CAPTURE(said);
    CHECK(contains(said, "0 errors and 0 warnings were found during parsing"));
    CHECK_FALSE(contains(said, "There is no"));
    CHECK_FALSE(contains(said, "!!!"));
    CHECK(read_file(svg).size() > 1000);
    std::filesystem::remove(svg);
    std::filesystem::remove(folder + "/log.txt");
}

/// pj_dump, with which StarVZ begins, ends at the first line that it refuses.
void check_pj_dump(const std::string& folder) {
    if (!is_here("pj_dump"))
        return test::skip_part("what pj_dump reads: pajeng is not installed");
    const auto result = run_command("pj_dump '" + folder + "/paje.trace'");
    CAPTURE(result.log);
    CHECK(result.code == 0);
    CHECK(contains(result.out, "State, "));
}

int count_tasks(const std::string& folder, const std::string& phase) {
    const auto rows = test::rows_of(folder + "/tasks.csv");
    return static_cast<int>(std::ranges::count_if(
        rows, [&](const auto& row) { return row[4] == phase; }));
}

}  // namespace

TEST_CASE("every trace is one that ViTE reads, with sums that agree") {
    for (const int ranks : {1, 4}) {
        CAPTURE(ranks);
        const Folder folder;
        const auto dir = folder / "t";
        const auto result =
            ranks == 1 ? run_cli(kQuick + dir) : run_ranks(ranks, kQuick + dir);
        CAPTURE(result.log);
        REQUIRE(result.code == 0);
        check_vite(dir);
        check_pj_dump(dir);
        test::check_chrome(read_file(dir + "/trace.json"));
        test::check_sums(dir);
        // 0 to 3, one of them warm-up, and 4 and 5 after them; on two blocks
        // or four.
        const int blocks = std::max(ranks, 2);
        CHECK(count_tasks(dir, "interior") == 6 * blocks);
        CHECK(count_tasks(dir, "matvec") == 12 * blocks);
        const auto messages = test::rows_of(dir + "/messages.csv");
        CHECK(messages.size() == (ranks == 1 ? 0 : 6 * 2 * ranks));
        for (const auto& row : messages)
            CHECK(std::stol(row[7]) > std::stol(row[6]));
        CHECK(contains(result.out, "recording  cost"));
        CHECK(contains(read_file(dir + "/dag.svg"), "merge T+ T-"));
    }
}

TEST_CASE("each task depends on tasks and messages that were over") {
    const Folder folder;
    REQUIRE(run_ranks(2, kQuick + (folder / "t")).code == 0);
    const auto tasks = test::rows_of(folder / "t/tasks.csv");
    const auto messages = test::rows_of(folder / "t/messages.csv");
    int needs = 0;
    for (const auto& row : tasks) {
        std::istringstream after{row[16]}, received{row[17]};
        for (int k = 0; after >> k; ++needs)
            CHECK(std::stol(tasks.at(k)[13]) <= std::stol(row[12]));
        for (int k = 0; received >> k; ++needs)
            CHECK(std::stol(messages.at(k)[7]) <= std::stol(row[12]));
        if (row[4] == "merge") CHECK_FALSE(row[17].empty());
    }
    CHECK(needs > 0);
}

TEST_CASE("summary and page of a folder are those of the run") {
    const Folder folder;
    const auto dir = folder / "t", page = dir + "/report.html";
    const auto run = run_cli(kQuick + dir);
    REQUIRE(run.code == 0);
    const auto summary = run_cli("trace summary " + dir);
    CHECK(summary.code == 0);
    CHECK(contains(run.out, summary.out));
    const auto json = run_cli("trace summary --json - " + dir);
    CHECK(json.out == read_file(dir + "/summary.json"));
    CHECK(contains(json.out, "\"command\": \"tasuki wilson --gpus 0"));
    const auto html = read_file(page);
    CHECK(test::WellFormed::problem(html) == "");
    CHECK(contains(html, "tasuki wilson --gpus 0"));
    std::filesystem::remove(page);
    const auto again = run_cli("trace report " + dir);
    CHECK(again.code == 0);
    CHECK(again.out == page + "\n");
    const bool same = read_file(page) == html;
    CHECK(same);
    // A folder that is no whole trace is refused, with file and line.
    const auto tasks = dir + "/tasks.csv";
    const auto text = read_file(tasks);
    test::write_file(tasks, text.substr(0, text.size() / 2));
    for (const auto& command :
         {"trace report " + dir, "trace compare " + dir + " " + dir}) {
        CAPTURE(command);
        const auto result = run_cli(command);
        CHECK(refused(result));
        CHECK(contains(result.log, tasks));
        CHECK(contains(result.log, "line "));
    }
    const bool untouched = read_file(page) == html;
    CHECK(untouched);
}

TEST_CASE("a trace is as itself, and unlike one of two ranks") {
    const Folder folder;
    const auto one = folder / "one", two = folder / "two";
    REQUIRE(run_cli(kQuick + one).code == 0);
    REQUIRE(run_ranks(2, kQuick + two).code == 0);
    const auto same = run_cli("trace compare " + one + " " + one);
    CHECK(same.code == 0);
    CHECK(contains(same.out, "\nNothing changed by more than 2 %.\n"));
    const auto j = test::cli_json("trace compare " + one + " " + two);
    CHECK(j["before"] == Json::parse(read_file(one + "/summary.json")));
    CHECK(j["after"] == Json::parse(read_file(two + "/summary.json")));
    CHECK(contains(j["changes"].dump(), "Data moves now: "));
}

TEST_CASE("StarPU's own events can be had without a GPU too") {
    const Folder folder;
    const auto result = run_cli(kQuick + (folder / "t"), "STARPU_FXT_TRACE=1 ");
    CAPTURE(result.log);
    CHECK(result.code == 0);
    CHECK(test::rows_of(folder / "t/transfers.csv").empty());
    const auto without =
        run_cli(kQuick + (folder / "u"),
                "STARPU_FXT_TRACE=1 STARPU_FXT_EVENTS='task|user' ");
    CAPTURE(without.log);
    CHECK(without.code == 0);
    CHECK(test::rows_of(folder / "u/transfers.csv").empty());
}

TEST_CASE("a folder with other files is refused before the run, and after") {
    const Folder folder;
    test::write_file(folder / "letter.txt", "dear");
    for (const auto& path : {folder.path(), folder / "letter.txt"})
        CHECK(refused(run_cli("wilson --trace " + path)));
    const auto ranks = run_ranks(2, "wilson --trace " + folder.path());
    CHECK(ranks.code == 2);
    CHECK(contains(ranks.log, "expected a new or an empty folder"));
    const auto other = run_cli("wilson --overwrite --trace " + folder.path());
    CHECK(refused(other));
    CHECK(contains(other.log, "found files, but no run.json"));
    for (const char* command : {"trace summary ", "trace view "})
        CHECK(refused(run_cli(command + folder.path())));
    CHECK(folder.names() == std::vector<std::string>{"letter.txt"});
}

TEST_CASE("ViTE makes a picture, or the command says what is missing") {
    const Folder folder;
    const auto dir = folder / "t", png = folder / "t.png";
    REQUIRE(run_cli(kQuick + dir).code == 0);
    const auto lacking =
        run_cli("trace view " + dir + " --png " + png, "PATH=/nowhere ");
    CHECK(lacking.code == 3);
    CHECK(contains(lacking.log, "apt-get install vite"));
    const auto blind =
        run_cli("trace view " + dir, "env -u DISPLAY -u WAYLAND_DISPLAY ");
    CHECK(blind.code == 3);
    if (!is_here("vite") || !is_here("rsvg-convert"))
        return test::skip_part(
            "the picture: vite or rsvg-convert is not installed");
    CHECK(contains(blind.log, "--png FILE"));
    const auto result =
        run_cli("trace view t --png t.png", "cd '" + folder.path() + "' && ");
    CAPTURE(result.log);
    CHECK(result.code == 0);
    CHECK(read_file(png).starts_with("\x89PNG"));
    // ViTE leaves a log where it is started.
    CHECK(folder.names().size() == 2);
}

TEST_CASE("a record of sweeps names its tasks, and changes no link") {
    const Folder folder;
    const std::string run =
        "gauge generate --beta 5.7 --lattice 4x4x4x8 --sweeps 12 --seed 1 "
        "--format nersc ";
    const auto dir = folder / "t";
    REQUIRE(run_cli(run + "--out " + (folder / "plain")).code == 0);
    const auto traced = run_cli(run + "--out " + (folder / "traced") +
                                " --trace-iterations 2:3 --trace " + dir);
    CAPTURE(traced.log);
    REQUIRE(traced.code == 0);
    CHECK(read_file(folder / "plain") == read_file(folder / "traced"));
    test::check_chrome(read_file(dir + "/trace.json"));
    test::check_sums(dir);
    // 0 to 5, with 4 overrelaxations each, of 4 directions and 2 parities.
    const int sweeps = 6, slabs = count_tasks(dir, "reunitarization") / sweeps;
    CHECK(slabs >= 1);
    CHECK(count_tasks(dir, "heatbath") == sweeps * 8 * slabs);
    CHECK(count_tasks(dir, "overrelaxation") == sweeps * 32 * slabs);
    CHECK(contains(read_file(dir + "/tasks.csv"), ",heatbath,0,T odd,5,"));
    CHECK(contains(traced.out, "recording  cost"));
    CHECK(contains(traced.out, " more) > "));

    const auto late =
        run_cli(run + "--out " + (folder / "late") +
                " --trace-iterations 2:12 --overwrite --trace " + dir);
    CHECK(refused(late));
    CHECK(
        contains(late.log, "expected sweeps below 12 (--sweeps), found 2:12"));
}

TEST_CASE("a trace that cannot be written does not take the result with it") {
    const Folder folder;
    const auto dir = folder / "t";
    std::filesystem::create_directories(dir + "/tasks.csv/in the way");
    test::write_file(dir + "/run.json", "{\"tasuki_trace\": 1}");
    const auto result = run_cli(kQuick + dir + " --overwrite --json " +
                                (folder / "result.json"));
    CHECK(result.code == 2);
    CHECK(contains(result.log, "tasks.csv"));
    CHECK(contains(result.out, "ms per application"));
    CHECK(contains(read_file(folder / "result.json"), "\"seconds_median\""));
    CHECK(run_cli("trace summary " + dir).code == 2);
}

TEST_CASE("a build without tasuki-trace keeps the record, and says so") {
    namespace fs = std::filesystem;
    const Folder folder;
    const auto build = fs::path{test::cli_path()}.parent_path().parent_path();
    for (const char* program : {"bin/tasuki", "libexec/tasuki/tasuki-wilson"}) {
        fs::create_directories(fs::path{folder / program}.parent_path());
        fs::copy_file(build / program, folder / program);
    }
    fs::create_directory_symlink(build / "lib", folder / "lib");  // of a bundle
    const auto dir = folder / "t";
    const auto run =
        run_command('\'' + (folder / "bin/tasuki") + "' " + kQuick + dir);
    CHECK(run.code == 3);
    CHECK(contains(run.out, "ms per application"));
    CHECK(contains(run.log, "tasuki-trace: No such file"));
    CHECK(contains(run.log, "`tasuki trace report " + dir + "` makes them"));
    const auto early = run_cli("trace summary " + dir);
    CHECK(refused(early));
    CHECK(contains(early.log, "`tasuki trace report " + dir + "` makes"));
    CHECK(run_cli("trace report " + dir).code == 0);
    CHECK_FALSE(fs::exists(dir + "/records.jsonl"));
    CHECK(contains(run_cli("trace summary " + dir).out, "recording  cost"));
    CHECK(contains(read_file(dir + "/tasks.csv"), ",T+ T-,"));
}
