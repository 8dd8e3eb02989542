// Pictures and files beside steps, and what is said of waiting for them.
#include "drivers/experiment/steps/outputs.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "tests/contains.hpp"
#include "tests/folder.hpp"

using namespace std::chrono_literals;
using namespace tasuki;
using namespace tasuki::drivers;
using tasuki::test::contains, tasuki::test::Folder, tasuki::test::read_file;

namespace {

runtime::ContextOptions one_worker() {
    return {.cpu_workers = 1, .gpus = 0};
}

void take_long() {
    std::this_thread::sleep_for(100ms);
}

/// Progress that says something each time.
struct Line {
    Line() { progress.show(2, "note"); }
    ProgressLine progress{"step", 4, 0s};
};

/// What `body` writes to stderr.
template <class Body>
std::string said_by(const Body& body) {
    const Folder folder;
    const int errors = ::dup(STDERR_FILENO);
    REQUIRE(std::freopen((folder / "said").c_str(), "w", stderr) != nullptr);
    body();
    std::fflush(stderr);
    ::dup2(errors, STDERR_FILENO);
    ::close(errors);
    return read_file(folder / "said");
}

}  // namespace

TEST_CASE("the picture and the files of an output are made at the same time") {
    runtime::Context context{one_worker()};
    ProgressLine progress{"step", 4};
    Outputs outputs{context, 1, progress};
    CHECK(outputs.are_beside());
    std::latch both{2};
    const auto meet = [&both] { both.arrive_and_wait(); };
    outputs.add({meet, meet});
    outputs.wait();
    CHECK(both.try_wait());
}

TEST_CASE("outputs in line are made one part after the other") {
    runtime::Context context{one_worker()};
    ProgressLine progress{"step", 4};
    Outputs outputs{context, 0, progress};
    CHECK_FALSE(outputs.are_beside());
    std::string order;
    outputs.add({[&] { order += "picture "; }, [&] { order += "files "; }});
    CHECK(order == "picture files ");
    outputs.add({});
    CHECK(outputs.waited_for() == "outputs");
    outputs.add({{}, take_long});
    CHECK(outputs.waited_for() == "files");
    CHECK(outputs.waited() > 0.019);
    outputs.wait();
}

TEST_CASE("who waits for outputs says so") {
    runtime::Context context{one_worker()};
    const auto said = said_by([&] {
        Line line;
        Outputs outputs{context, 1, line.progress};
        // One is drawn, and one may wait.
        for (int k = 0; k < 2; ++k) outputs.add({take_long, {}});
        line.progress.show(3, "none waits");
        outputs.add({take_long, {}});
        CHECK(outputs.waited_for() == "pictures");
        outputs.wait();
        for (int k = 0; k < 3; ++k) outputs.add({{}, take_long});
        CHECK(outputs.waited_for() == "files");
        outputs.wait();
    });
    const auto first = said.find("none waits, waiting for pictures");
    CHECK(first != std::string::npos);
    CHECK(said.find("waiting for") == said.find("waiting for", first));
    CHECK(contains(said, "none waits, waiting for files"));
}

TEST_CASE("an output that fails says so in its own words") {
    runtime::Context context{one_worker()};
    ProgressLine progress{"step", 4};
    Outputs outputs{context, 1, progress};
    std::atomic<int> pictures{0};
    outputs.add({[&] { ++pictures; },
                 [] { throw std::runtime_error{"the disk is full"}; }});
    CHECK_THROWS_WITH_AS(outputs.wait(), "the disk is full",
                         std::runtime_error);
    CHECK(pictures == 1);
}
