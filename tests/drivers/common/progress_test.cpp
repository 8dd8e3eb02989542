#include "drivers/common/progress.hpp"

#include <doctest/doctest.h>
#include <pty.h>
#include <spdlog/spdlog.h>

#include <thread>

#include "tests/child.hpp"

using namespace std::chrono_literals;
using tasuki::drivers::ProgressLine;
using tasuki::test::Folder, tasuki::test::in_child;

namespace {

/// What `body` writes to a terminal.
template <class Body>
std::string on_terminal(const Body& body) {
    int terminal = -1;
    std::fflush(stdout);
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
        body();
        ::_exit(0);
    }
    std::string said;
    char text[256];
    for (ssize_t n; (n = ::read(terminal, text, sizeof text)) > 0;)
        said.append(text, static_cast<std::size_t>(n));
    ::close(terminal);
    ::waitpid(child, nullptr, 0);
    return said;
}

}  // namespace

TEST_CASE("a rate and a time are said in units that fit") {
    using tasuki::drivers::duration, tasuki::drivers::rate;
    CHECK(rate(10, 120) == "12.0 per s");
    CHECK(rate(10, 4) == "2.5 s each");
    CHECK(duration(89.6) == "90 s");
    CHECK(duration(600) == "10 min");
    CHECK(duration(9000) == "2.5 h");
}

TEST_CASE("in a log progress is plain lines, some time apart") {
    const Folder folder;
    const auto ended = in_child(folder, [] {
        ProgressLine every{"cell", 2, 0s}, rare{"sweep", 2, 1h};
        std::this_thread::sleep_for(20ms);
        for (const std::size_t done : {0, 1, 2}) {
            every.show(done, "note");
            rare.show(done);
        }
    });
    CHECK(ended.said.find("tasuki: cell 0/2, note\ntasuki: cell 1/2, ") == 0);
    CHECK(ended.said.find(" per s, note, 0 s left\ntasuki: cell 2/2, ") !=
          std::string::npos);
    CHECK(ended.said.find("sweep") == std::string::npos);
    CHECK(ended.said.find('\r') == std::string::npos);
}

TEST_CASE("progress says what a run waits for") {
    const Folder folder;
    const auto ended = in_child(folder, [] {
        ProgressLine line{"step", 9, 0s};
        const auto show = [&](std::size_t done, double held, const char* what) {
            std::this_thread::sleep_for(20ms);
            line.show(done, "note", {held, what});
        };
        line.show_waiting("files");  // of the first output
        show(1, 0, "outputs");
        show(2, 0.9, "pictures");  // a sleep does not take 9 s
        show(3, 0.9, "pictures");
        show(4, 1.8, "files");
        line.show_waiting("pictures");
    });
    const auto line_of = [&](const char* begin) {
        const auto at = ended.said.find(begin);
        REQUIRE(at != std::string::npos);
        return ended.said.substr(at, ended.said.find('\n', at) - at);
    };
    CHECK(line_of("step 0") == "step 0/9, waiting for files");
    for (const char* step : {"step 1", "step 3"})
        CHECK(line_of(step).find("waiting") == std::string::npos);
    CHECK(line_of("step 2").find("note, waiting for pictures, ") !=
          std::string::npos);
    CHECK(line_of("step 4").find("note, waiting for files, ") !=
          std::string::npos);
    const auto last = ended.said.rfind("step 4");
    CHECK(ended.said.find("note, waiting for pictures, ", last) !=
          std::string::npos);
}

TEST_CASE("on a terminal progress is one line that changes and goes") {
    const auto said = on_terminal([] {
        ProgressLine line{"sweep", 4};
        line.show(1, "too soon");
        std::this_thread::sleep_for(600ms);  // it speaks twice per second
        line.show(2, "note");
        line.show(3, "note");
    });
    CHECK(said.find("too soon") == std::string::npos);
    CHECK(said.find("\r\033[Ksweep 2/4, ") == 0);
    CHECK(said.find("\r\033[Ksweep 3/4, ") != std::string::npos);
    CHECK(said.find(" per s, note, 0 s left") != std::string::npos);
    CHECK(said.find('\n') == std::string::npos);
    CHECK(said.ends_with("\r\033[K"));
}
