// A trace's folder: what is in it is a whole trace, or refused.
#include "views/traces/timeline/folder.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "io/input_error.hpp"
#include "json/json.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/trace/trace_checks.hpp"
#include "tests/views/traces/made_records.hpp"
#include "views/traces/timeline/records.hpp"
#include "views/traces/timeline/summary.hpp"
#include "views/traces/timeline/tables.hpp"
#include "views/traces/views.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::trace;
using test::contains;

Timeline made(const std::vector<runtime::RankRecord>& records) {
    auto t = read_records(records, test::name_faces);
    t.title = "a \"title\", with a comma";
    t.window = {2, 2};
    return t;
}

std::string refusal(const std::string& folder) {
    try {
        read_folder(folder);
    } catch (const io::InputError& e) {
        return e.what();
    }
    return "";
}

/// A task in words: rank, worker, phase, and if given start and end [ns].
std::string task_words(int rank, const std::string& worker,
                       const std::string& phase, long start = 0, long end = 0) {
    return fmt::format("{} {} {} {} {}", rank, worker, phase, start, end);
}

/// Tasks in the records of the ranks, without their times, which are those of
/// the clock of each rank.
std::multiset<std::string> tasks_of(
    const std::vector<runtime::RankRecord>& records) {
    std::multiset<std::string> found;
    for (int rank = 0; rank < static_cast<int>(records.size()); ++rank)
        for (const auto& task : records[rank].tasks) {
            const auto& lanes = records[rank].lanes;
            const auto lane = std::ranges::find(lanes, task.worker,
                                                &runtime::TraceLane::worker);
            REQUIRE(lane != lanes.end());
            found.insert(task_words(
                rank,
                !lane->gpu ? fmt::format("CPU x{}", lane->threads)
                           : fmt::format("GPU {}{}", lane->device,
                                         lane->urgent ? " faces" : ""),
                task.name));
        }
    return found;
}

/// Slices of workers in trace.json which are no waiting times.
std::multiset<std::string> tasks_of_chrome(const std::string& text, int ranks) {
    std::map<std::pair<int, int>, std::string> names;
    std::multiset<std::string> found;
    const auto json = Json::parse(text);
    for (const auto& e : json.at("traceEvents")) {
        const std::string kind = e.at("ph"), name = e.at("name");
        if (kind != "M" && kind != "X") continue;
        const int rank = e.at("pid"), thread = e.at("tid");
        if (name == "thread_name")
            names[std::pair{rank, thread}] =
                e.at("args").at("name").get<std::string>();
        if (kind == "M" || rank == ranks || name == "waiting" ||
            e.at("cat") == "exchange")
            continue;
        const long start = test::nanoseconds(e.at("ts"));
        found.insert(task_words(rank, names.at(std::pair{rank, thread}), name,
                                start, start + test::nanoseconds(e.at("dur"))));
    }
    return found;
}

/// States of workers in paje.trace which are neither idle nor waiting: each is
/// as long as to the next state of the same worker.
std::multiset<std::string> tasks_of_paje(const std::string& text,
                                         const Timeline& t) {
    std::multiset<std::string> found;
    std::map<std::string, std::pair<std::string, long>> running;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words{line};
        std::string kind, type, worker, what;
        double ms = 0;
        words >> kind;
        if (kind != "10" || !(words >> ms >> type >> worker >> what) ||
            type != "Phase")
            continue;
        const long now = std::lround(1e6 * ms);
        const Lane& lane = t.lanes.at(std::stoul(worker.substr(1)));
        if (const auto& [phase, start] = running[worker];
            !phase.empty() && phase != "idle" && phase != "waiting")
            found.insert(task_words(lane.rank, lane.name, phase, start, now));
        running[worker] = {what, now};
    }
    return found;
}

}  // namespace

TEST_CASE("a trace has the same tasks and sums in each of its forms") {
    for (const auto& records :
         {test::two_ranks(), std::vector{test::gpu_record()}}) {
        const test::Folder folder;
        const auto t = made(records);
        write_folder(folder / "t", t);
        CHECK(to_tables(read_folder(folder / "t")) == to_tables(t));
        write_views(folder / "t", t);
        test::check_sums(folder / "t");
        test::check_chrome(test::read_file(folder / "t/trace.json"));
        std::multiset<std::string> tasks, with_times;
        const auto rows = test::rows_of(folder / "t/tasks.csv");
        const auto messages = test::rows_of(folder / "t/messages.csv");
        int needs = 0;
        for (const auto& row : rows) {
            const int rank = std::stoi(row[1]);
            const long start = std::stol(row[12]), end = std::stol(row[13]);
            tasks.insert(task_words(rank, row[2], row[4]));
            with_times.insert(task_words(rank, row[2], row[4], start, end));
            std::istringstream after{row[16]}, received{row[17]};
            for (int k = 0; after >> k; ++needs)
                CHECK(std::stol(rows.at(k)[13]) <= start);
            for (int k = 0; received >> k; ++needs)
                CHECK(std::stol(messages.at(k)[7]) <= start);
        }
        CHECK(tasks == tasks_of(records));
        CHECK(needs > 0);
        const auto file = [&](const char* name) {
            return test::read_file(folder / "t" + ("/" + std::string{name}));
        };
        CHECK(tasks_of_chrome(file("trace.json"), t.ranks) == with_times);
        CHECK(tasks_of_paje(file("paje.trace"), t) == with_times);
        CHECK(contains(file("report.html"), "a &quot;title&quot;, with a"));
    }
}

TEST_CASE("a trace that is cut off is refused, with file and line") {
    const test::Folder folder;
    const auto whole = folder / "t";
    write_folder(whole, made(test::two_ranks()));
    for (const char* name : {"tasks.csv", "messages.csv", "transfers.csv",
                             "waits.csv", "ready.csv", "run.json"}) {
        const auto file = whole + '/' + name;
        const auto text = test::read_file(file);
        CAPTURE(name);
        for (std::size_t at = 0; at < text.size(); at += 1 + text.size() / 40) {
            CAPTURE(at);
            test::write_file(file, text.substr(0, at));
            const auto said = refusal(whole);
            CHECK(contains(said, file));
            CHECK((contains(said, "line ") || contains(said, "byte ")));
        }
        std::filesystem::remove(file);
        CHECK(contains(refusal(whole), file));
        test::write_file(file, text);
    }
    CHECK(refusal(whole).empty());
}

TEST_CASE("tasks of lists are marked, in every form of a trace") {
    auto records = test::two_ranks();
    for (auto& task : records[0].tasks) task.captured = true;
    const auto t = made(records);
    const test::Folder folder;
    write_folder(folder / "t", t);
    write_views(folder / "t", t);
    const auto again = read_folder(folder / "t");
    for (std::size_t k = 0; k < t.tasks.size(); ++k)
        CHECK(again.tasks[k].captured == (t.lanes[t.tasks[k].lane].rank == 0));
    const auto notes = notes_on_phases(summarize(again));
    REQUIRE(notes.size() == 1);
    CHECK(notes[0] == "2 of the 4 tasks ran in captured graphs");
    CHECK(contains(test::read_file(folder / "t/report.html"), notes[0]));
    const auto chrome = test::read_file(folder / "t/trace.json");
    CHECK(contains(chrome, "\"captured\":true"));
    for (const auto& record : records)
        CHECK(trace::parse_rank_record(to_text(record)).tasks[0].captured ==
              record.tasks[0].captured);
}

TEST_CASE("traces of older formats are read") {
    const auto t = made({test::gpu_record()});
    struct Older {
        const char *format, *column, *instead;
    };
    for (const auto& [format, column, instead] :
         {Older{"1", ",(captured|0)\n", "\n"},
          Older{"2", ",captured\n", ",replayed\n"}}) {
        const test::Folder folder;
        write_folder(folder / "t", t);
        const auto edit = [&](const char* name, const std::string& pattern,
                              const std::string& with) {
            const auto file = folder / "t/" + name;
            const auto text = std::regex_replace(test::read_file(file),
                                                 std::regex{pattern}, with);
            CHECK(text != test::read_file(file));
            test::write_file(file, text);
        };
        edit("run.json", "\"tasuki_trace\": 3",
             std::string{"\"tasuki_trace\": "} + format);
        edit("tasks.csv", column, instead);
        CHECK(read_folder(folder / "t").tasks.size() == t.tasks.size());
    }
}

TEST_CASE("a foreign or contradictory file is refused") {
    const test::Folder folder;
    const auto whole = folder / "t";
    write_folder(whole, made(test::two_ranks()));
    const auto file = whole + "/tasks.csv";
    const auto text = test::read_file(file);
    test::write_file(file, "a,b\n1,2\n");
    CHECK(contains(refusal(whole), "line 1: expected 'task,rank"));
    auto wrong = text;
    wrong.replace(wrong.rfind("\n", wrong.size() - 2) + 1, 1, "x");
    wrong.replace(wrong.rfind(",500,"), 5, ",zwei,");
    test::write_file(file, wrong);
    CHECK(contains(refusal(whole), "line 5: expected a number, found 'zwei'"));
    test::write_file(file, text + text.substr(text.find('\n') + 1));
    CHECK(contains(refusal(whole), "expected 4 lines below the head"));
    test::write_file(file, text);
    test::write_file(whole + "/run.json",
                     "{\"tasuki_trace\": 1, \"complete\": false}\n");
    CHECK(contains(refusal(whole), "interrupted"));
    test::write_file(whole + "/run.json", "{\"a\": 1}\n");
    CHECK(contains(refusal(whole), "run.json"));
}

TEST_CASE("a trace is replaced, with its views") {
    const test::Folder folder;
    write_folder(folder / "t", made(test::two_ranks()));
    write_views(folder / "t", made(test::two_ranks()));
    write_folder(folder / "t", made({test::gpu_record()}));
    CHECK(read_folder(folder / "t").ranks == 1);
    // The page of another trace would be taken for this one's.
    for (const char* view : kViewFiles)
        CHECK_FALSE(std::filesystem::exists(folder / "t/" + view));
}
