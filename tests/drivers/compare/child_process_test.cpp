// Children that end, fail, or hang. Those of a command that is interrupted are
// in tests/drivers/compare/cli_test.cpp.
#include "drivers/common/child_process.hpp"

#include <doctest/doctest.h>
#include <signal.h>

#include <chrono>
#include <thread>

#include "drivers/common/own_program.hpp"
#include "drivers/compare/cell_run.hpp"
#include "tests/drivers/compare/made_cells.hpp"
#include "tests/folder.hpp"

using namespace tasuki;
using namespace tasuki::drivers;
using namespace tasuki::drivers::compare;
using namespace tasuki::test;

namespace {

ChildEnd shell(const std::string& script, int seconds = 60) {
    return run_child({"sh", "-c", script}, seconds);
}

/// Whether a process is there and has not ended.
bool runs(const std::string& id) {
    const auto status = read_file("/proc/" + id + "/status");
    return !status.empty() && status.find("State:\tZ") == std::string::npos;
}

/// What was sent a signal needs a moment of the processor to end.
bool ends_soon(const std::string& id) {
    for (int k = 0; k < 100 && runs(id); ++k)
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
    return !runs(id);
}

}  // namespace

TEST_CASE("of a long stderr the end is kept") {
    const auto end = shell(
        "i=0; while [ $i -lt 9000 ]; do echo 0123456789 >&2; "
        "i=$((i+1)); done; echo last >&2");
    CHECK(end.exit_code == 0);
    CHECK(end.said.size() == 65536);
    CHECK(end.said.ends_with("0123456789\nlast\n"));
}

TEST_CASE("a child has this environment, with changes") {
    ::setenv("TASUKI_TEST_KEPT", "kept", 1);
    ::setenv("TASUKI_TEST_GONE", "gone", 1);
    std::string printed;
    const auto end = run_child(
        {"/bin/sh", "-c",
         "echo $TASUKI_TEST_KEPT ${TASUKI_TEST_GONE-none} $TASUKI_TEST_NEW"},
        60, &printed, {"TASUKI_TEST_GONE", "TASUKI_TEST_NEW=a=b"});
    ::unsetenv("TASUKI_TEST_KEPT");
    ::unsetenv("TASUKI_TEST_GONE");
    CHECK(end.exit_code == 0);
    CHECK(printed == "kept none a=b\n");
}

TEST_CASE("a child that hangs is stopped, with what it started") {
    const Folder folder;
    const auto end = shell("trap '' TERM; sleep 100 & echo $! >" +
                               (folder / "pid") + "; wait; wait",
                           1);
    CHECK(end.over_time);
    const auto pid = read_file(folder / "pid");
    REQUIRE(pid.size() > 1);
    CHECK(ends_soon(pid.substr(0, pid.size() - 1)));
}

TEST_CASE("the last words are the error, else the last line with a word") {
    CHECK(last_words("tasuki: warning: a\ntasuki: error: why\n") == "why");
    CHECK(
        last_words("[rank] tasuki: error: why\n-----\nmpirun: noise\n----\n") ==
        "why");
    CHECK(last_words("one\ntwo\n-----\n\n") == "two");
    CHECK(static_cast<int>(exit_code_of(
              {made_cell(8, "gpu"), "", -1, SIGSEGV, "", ""})) == 70);
    CHECK(static_cast<int>(
              exit_code_of({made_cell(8, "gpu"), "", 3, 0, "", ""})) == 3);
    CHECK(last_words("---\n").empty());
}
