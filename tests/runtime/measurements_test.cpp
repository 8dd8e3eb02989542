// StarPU's measurements are used when they are whole, and else set aside.
#include "runtime/core/measurements.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "runtime/core/context.hpp"
#include "tests/child.hpp"

namespace {

namespace fs = std::filesystem;
using namespace tasuki;
using namespace tasuki::test;

/// Starts and ends StarPU with this HOME.
Ended start(const std::string& home) {
    const Folder folder;
    return in_child(folder, [&] {
        ::dup2(STDERR_FILENO, STDOUT_FILENO);  // the log is on stdout here
        ::setenv("HOME", home.c_str(), 1);
        ::unsetenv("STARPU_HOME");
        ::unsetenv("XDG_CACHE_HOME");
        { const runtime::Context context{{.gpus = 0}}; }
    });
}

const std::string kModel =
    "# Performance Model Version\n45\n\n# combinations\n1\n# devices\n1\n"
    "0\n0\n2\n# implementations\n1\n# entries\n2\n"
    "0 0 0 0 nan nan 0 0 0\nnan nan nan\n# multiple\n0\n"
    "180cd382 1536 2e4 3.0 0.5 46.3 148.3 15\n"
    "280cd382 1536 2e4 3.0 0.5 46.3 148.3 15\n";

}  // namespace

TEST_CASE("a model is whole with its last row, and a table if it is square") {
    CHECK(runtime::is_whole_model(kModel));
    for (std::size_t n = 0; n < kModel.size(); ++n)
        // A cut inside of comments at the end would be no loss.
        CHECK_FALSE(runtime::is_whole_model(kModel.substr(0, n)));
    // A byte that is wrong: StarPU would end the process.
    bool in_comment = false;
    for (std::size_t n = 0; n < kModel.size(); ++n) {
        const bool comment = in_comment || kModel[n] == '#';
        in_comment = comment && kModel[n] != '\n';
        auto wrong = kModel;
        wrong[n] = '\x01';
        CAPTURE(n);
        if (!comment) CHECK_FALSE(runtime::is_whole_model(wrong));
    }
    CHECK_FALSE(
        runtime::is_whole_model("46\n" + kModel.substr(kModel.find("\n\n"))));
    auto other_case = kModel;
    other_case[kModel.find("nan")] = 'N';
    CHECK_FALSE(runtime::is_whole_model(other_case));
    CHECK_FALSE(runtime::is_whole_model("forty\n"));
    CHECK(runtime::is_whole_table("# to\n0 nan\n1 2\n"));
    for (const char* text : {"", "# to\n", "0 nan\n", "0 1\n2\n", "0 1\n2 3",
                             "0 n2n\n1 2\n", "0 1;5\n1 2\n", "0 -1\n1 2\n"})
        CHECK_FALSE(runtime::is_whole_table(text));
}

TEST_CASE("a count of devices is whole with its last kind") {
    const std::string text =
        "# Current configuration\n2 # Number of CPUs\n0 # Number of CUDA "
        "nodes\n"
        "0 # Number of HIP nodes\n";
    CHECK(runtime::is_whole_config(text));
    for (std::size_t n = 0; n < text.size(); ++n)
        CHECK_FALSE(runtime::is_whole_config(text.substr(0, n)));
    CHECK_FALSE(runtime::is_whole_config("x # Number of HIP nodes\n"));
}

TEST_CASE("damaged measurements are set aside, and measured anew") {
    const Folder home;
    REQUIRE(start(home.path()).code == kReturned);
    const fs::path bus = fs::path{home.path()} / ".starpu/sampling/bus";
    std::size_t emptied = 0;
    for (const auto& file : fs::directory_iterator{bus}) {
        fs::resize_file(file, 0);
        ++emptied;
    }
    REQUIRE(emptied > 3);
    const auto ended = start(home.path());
    CAPTURE(ended.said);
    CHECK(ended.code == kReturned);
    CHECK(ended.said.find(home.path() + ": " + std::to_string(emptied) +
                          " of StarPU's measurements") != std::string::npos);
    for (const auto& file : fs::directory_iterator{bus})
        CHECK((file.path().extension() == ".damaged") ==
              (fs::file_size(file) == 0));
    CHECK(start(home.path()).said.find("damaged") == std::string::npos);
}

TEST_CASE("a start waits while another process measures the links") {
    const Folder home;
    const fs::path starpu = fs::path{home.path()} / ".starpu";
    fs::create_directories(starpu);
    const auto lock = starpu / (".tasuki-" + runtime::starpu_host() + ".lock");
    const int file = ::open(lock.c_str(), O_RDWR | O_CREAT, 0600);
    REQUIRE(::flock(file, LOCK_EX) == 0);
    using Clock = std::chrono::steady_clock;
    constexpr auto measuring = std::chrono::milliseconds{600};
    bool measured_too_early = true;
    const auto begin = Clock::now();
    std::jthread other{[&] {
        std::this_thread::sleep_for(measuring);
        measured_too_early = runtime::has_measured_links(home.path());
        ::flock(file, LOCK_UN);  // the child has inherited the file
    }};
    CHECK(start(home.path()).code == kReturned);
    CHECK(Clock::now() - begin > measuring);
    other.join();
    ::close(file);
    CHECK(!measured_too_early);
    // Nobody has to wait for what has been measured.
    CHECK(runtime::has_measured_links(home.path()));
    runtime::FirstStart first{home.path()};
    CHECK(start(home.path()).code == kReturned);
}

TEST_CASE("programs that see some of the GPUs keep measurements of their own") {
    const Folder home;
    ::setenv("CUDA_VISIBLE_DEVICES", "", 1);
    CHECK(start(home.path()).code == kReturned);
    ::unsetenv("CUDA_VISIBLE_DEVICES");
    const auto bus = fs::path{home.path()} / ".starpu/sampling/bus";
    const auto some = bus / (runtime::starpu_host() + "-gpus0.config");
    CHECK(fs::exists(some));
    const auto measured = fs::last_write_time(some);
    CHECK(start(home.path()).code == kReturned);
    CHECK(fs::exists(bus / (runtime::starpu_host() + ".config")));
    CHECK(fs::last_write_time(some) == measured);
}
