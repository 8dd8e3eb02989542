// `tasuki gauge generate` as a user runs it.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "codelets/lattice/observables.hpp"
#include "io/gauge/gauge_file.hpp"
#include "io/quenched/checkpoint.hpp"
#include "tests/paths.hpp"

extern char** environ;

namespace tasuki::drivers {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// A folder of its own for every test case.
class Folder {
  public:
    Folder() {
        auto name = (fs::temp_directory_path() / "tasuki-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path_); }
    std::string operator/(const char* file) const { return path_ / file; }
    bool empty() const { return fs::is_empty(path_); }

  private:
    fs::path path_;
};

std::string contents(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// Starts `tasuki gauge generate` with stdout and stderr in `log`.
pid_t start(std::vector<std::string> words, const std::string& log) {
    const auto cli = test::cli_path();
    words.insert(words.begin(), {cli, "gauge", "generate"});
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    pid_t child = -1;
    REQUIRE(::posix_spawn(&child, cli.c_str(), &files, nullptr,
                          arguments.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&files);
    return child;
}

/// Exit code; minus the signal of a process that one ended.
int wait_for(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int run(const std::vector<std::string>& words, const std::string& log) {
    return wait_for(start(words, log));
}

std::vector<std::string> small(const std::string& out) {
    return {"--beta", "5.7",    "--lattice", "4x2x4x8", "--sweeps",
            "13",     "--seed", "7",         "--out",   out};
}

std::vector<std::string> operator+(std::vector<std::string> words,
                                   const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

}  // namespace

TEST_CASE("the file holds the configuration that the report describes") {
    const Folder folder, logs;
    const auto out = folder / "u.nersc", json = folder / "report.json";
    REQUIRE(run(small(out) + std::vector<std::string>{"--json", json},
                logs / "log") == 0);
    const auto report = nlohmann::json::parse(contents(json));
    const auto file = io::read_gauge(out);
    CHECK(file.format == "nersc");
    CHECK(file.checksum_ok == true);
    CHECK(file.encoding.rows == 2);
    CHECK(file.field.extents() == lattice::Extents{{4, 2, 4, 8}});
    CHECK(report["dims"] == nlohmann::json{4, 2, 4, 8});
    const double plaquette = lattice::plaquette(file.field).average;
    CHECK(std::abs(plaquette - report["plaquette"].get<double>()) < 1e-14);
    REQUIRE(report["history"].size() == 2);
    CHECK(report["history"][0]["sweep"] == 10);
    CHECK(report["history"][1]["sweep"] == 13);
    CHECK(report["history"][1]["plaquette"] == report["plaquette"]);
}

TEST_CASE("the file is the same for any number of CPUs and measurements") {
    const Folder folder, logs;
    const auto first = folder / "first.nersc", second = folder / "second.nersc";
    REQUIRE(run(small(first), logs / "log") == 0);
    REQUIRE(
        run(small(second) +
                std::vector<std::string>{"--cpus", "1", "--measure-every", "3"},
            logs / "log") == 0);
    CHECK(contents(first) == contents(second));
    REQUIRE(
        run(small(second) + std::vector<std::string>{"--overwrite",
                                                     "--overrelaxation", "3"},
            logs / "log") == 0);
    CHECK(contents(first) != contents(second));
}

TEST_CASE("single precision and ILDG are written as asked") {
    const Folder folder, logs;
    const auto out = folder / "u";
    const auto words = small(out) + std::vector<std::string>{
                                        "--precision", "single",  "--format",
                                        "ildg",        "--start", "cold"};
    REQUIRE(run(words, logs / "log") == 0);
    const auto file = io::read_gauge(out);
    CHECK(file.format == "ildg");
    CHECK(file.encoding.precision_bits == 32);
}

TEST_CASE("MILC and SciDAC files are written, MILC in single precision") {
    const Folder folder, logs;
    for (const std::string format : {"milc", "scidac"}) {
        const auto out = folder / format.c_str();
        REQUIRE(run(small(out) + std::vector<std::string>{"--format", format},
                    logs / "log") == 0);
        const auto file = io::read_gauge(out, io::OddForm::refuse);
        CHECK(file.format == format);
        CHECK(file.encoding.precision_bits == (format == "milc" ? 32 : 64));
    }
    const auto words =
        small(folder / "out.nersc") +
        std::vector<std::string>{"--format", "milc", "--precision", "double"};
    CHECK(run(words, logs / "log") == 2);
    CHECK(contents(logs / "log").find("milc files have 32 bits") !=
          std::string::npos);
}

TEST_CASE("what cannot be done is refused in a line, and nothing is written") {
    struct Refusal {
        std::string option, value, message;
        int code = 2;
    };
    const std::vector<Refusal> refusals{
        {"--beta", "nan", "expected a finite number above 0, found nan"},
        {"--beta", "inf", "expected a finite number above 0, found inf"},
        {"--beta", "0", "expected a finite number above 0, found 0"},
        {"--beta", "-6", "expected a finite number above 0, found -6"},
        {"--beta", "six", "six"},
        {"--lattice", "4x4x3x4", "expected even extents, found 3"},
        {"--lattice", "1x1x1x1", "expected even extents, found 1"},
        {"--lattice", "4x4x4", "expected four extents"},
        {"--lattice", "0x4x4x4", "expected four extents"},
        {"--seed", "-1", "expected a whole number"},
        {"--seed", "18446744073709551616", "expected a whole number"},
        {"--sweeps", "-1", "--sweeps"},
        {"--overrelaxation", "-1", "--overrelaxation"},
        {"--start", "warm", "warm"},
        {"--format", "hdf5", "hdf5"},
        {"--precision", "half", "half"},
        {"--cpus", "0", "--cpus"},
        {"--cpus", "4096", "4096 CPUs were asked for", 3},
    };
    const Folder folder, logs;
    for (const auto& [option, value, message, code] : refusals) {
        CAPTURE(option);
        CAPTURE(value);
        auto words = small(folder / "u.nersc");
        const auto at = std::find(words.begin(), words.end(), option);
        if (at != words.end())
            *(at + 1) = value;
        else
            words = words + std::vector<std::string>{option, value};
        CHECK(run(words, logs / "log") == code);
        const auto log = contents(logs / "log");
        CAPTURE(log);
        CHECK(log.find(message) != std::string::npos);
        CHECK(folder.empty());
    }
}

TEST_CASE("a file that cannot be written is refused before the sweeps") {
    const Folder folder, logs;
    const auto words = small(folder / "missing/u.nersc") +
                       std::vector<std::string>{"--overrelaxation", "1000"};
    CHECK(run(words, logs / "log") == 2);
    CHECK(contents(logs / "log").find("cannot write") != std::string::npos);
    const auto same = small(folder / "u.nersc") +
                      std::vector<std::string>{"--json", folder / "u.nersc"};
    CHECK(run(same, logs / "log") == 2);
    CHECK(folder.empty());
}

TEST_CASE("an interrupt stops the sweeps and leaves no file") {
    const Folder folder, logs;
    const pid_t child =
        start({"--beta", "6", "--lattice", "16x16x16x16", "--sweeps", "1000000",
               "--seed", "1", "--out", folder / "u.nersc", "--measure-every",
               "0", "--log-level", "info"},
              logs / "log");
    const auto begin = Clock::now();
    while (contents(logs / "log").find("worker 0") == std::string::npos &&
           Clock::now() - begin < std::chrono::minutes{1})
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    std::this_thread::sleep_for(std::chrono::milliseconds{200});
    ::kill(child, SIGINT);
    CHECK(wait_for(child) == 130);
    // It did not wait for the sweeps, which take hours.
    CHECK(Clock::now() - begin < std::chrono::minutes{2});
    CHECK(folder.empty());
}

TEST_CASE("sweeps in two parts are the sweeps in one") {
    const Folder folder, logs;
    const auto whole = folder / "whole.nersc", rest = folder / "rest.nersc",
               file = folder / "c.h5", json = folder / "whole.json",
               rest_json = folder / "rest.json";
    using Words = std::vector<std::string>;
    auto first =
        small(rest) + Words{"--checkpoint",       file, "--measure-every", "2",
                            "--checkpoint-every", "3"};
    REQUIRE(run(small(whole) + Words{"--json", json, "--measure-every", "2"},
                logs / "log") == 0);
    // It ends at an odd sweep, after a checkpoint at an even one.
    first[5] = "7";
    REQUIRE(run(first, logs / "log") == 0);
    // With the same options, and with none.
    for (const auto& words :
         {small(rest), Words{"--sweeps", "13", "--out", rest}}) {
        REQUIRE(run(words + Words{"--resume", file, "--json", rest_json,
                                  "--cpus", "1", "--overwrite"},
                    logs / "log") == 0);
        CHECK(contents(whole) == contents(rest));
        const auto a = nlohmann::json::parse(contents(json));
        const auto b = nlohmann::json::parse(contents(rest_json));
        CHECK(a["history"].size() == 7);
        CHECK(a["history"] == b["history"]);
        CHECK(a["first_sweep"] == 0);
        CHECK(b["first_sweep"] == 7);
    }
}

TEST_CASE("sweeps that a signal ended go on where they were") {
    const Folder folder, logs;
    const auto whole = folder / "whole.nersc", rest = folder / "rest.nersc",
               file = folder / "c.h5";
    using Words = std::vector<std::string>;
    for (const int signal : {SIGTERM, SIGINT}) {
        CAPTURE(signal);
        auto words = small(rest) +
                     Words{"--checkpoint", file, "--checkpoint-every", "3"};
        words[5] = "4000000000";
        const pid_t child = start(words, logs / "log");
        const auto begin = Clock::now();
        while (!fs::exists(file) &&
               Clock::now() - begin < std::chrono::minutes{1})
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
        ::kill(child, signal);
        CHECK(wait_for(child) == 128 + signal);
        const auto log = contents(logs / "log");
        CAPTURE(log);
        const auto at = log.find("interrupted after sweep ");
        REQUIRE(at != std::string::npos);
        const auto sweep = std::stoul(log.substr(at + 24));
        words[5] = std::to_string(sweep + 3);
        REQUIRE(run(words + Words{"--resume", file}, logs / "log") == 0);
        CHECK(io::read_quenched(*io::open_source(file)).sweep == sweep + 3);
        words = small(whole);
        words[5] = std::to_string(sweep + 3);
        REQUIRE(run(words, logs / "log") == 0);
        CHECK(contents(whole) == contents(rest));
        for (const auto& path : {file, whole, rest}) fs::remove(path);
    }
}

TEST_CASE("what disagrees with a checkpoint of sweeps is refused, and named") {
    const Folder folder, logs;
    const auto file = folder / "c.h5", out = folder / "u.nersc";
    using Words = std::vector<std::string>;
    REQUIRE(run(small(out) + Words{"--checkpoint", file}, logs / "log") == 0);
    const std::pair<Words, const char*> cases[] = {
        {{"--beta", "5.8"}, "has 5.7"},
        {{"--lattice", "4x4x4x8"}, "has 4x2x4x8"},
        {{"--seed", "8"}, "has 7"},
        {{"--start", "cold"}, "has hot"},
        {{"--overrelaxation", "3"}, "has 4"},
        {{"--measure-every", "3"}, "has 10"},
        {{"--sweeps", "12"}, "is at sweep 13 already"},
    };
    for (const auto& [words, text] : cases) {
        CAPTURE(text);
        auto all = Words{"--resume", file, "--out", out, "--overwrite"} + words;
        if (words[0] != "--sweeps") all = all + Words{"--sweeps", "13"};
        CHECK(run(all, logs / "log") == 2);
        CHECK(contents(logs / "log").find(text) != std::string::npos);
    }
    const auto other = folder / "other.nersc";
    CHECK(run(small(other) + Words{"--checkpoint", other}, logs / "log") == 2);
    CHECK(contents(logs / "log").find("expected two files") !=
          std::string::npos);
    CHECK(run({"--sweeps", "3", "--out", other}, logs / "log") == 2);
    CHECK(contents(logs / "log").find("--beta is required without --resume") !=
          std::string::npos);
}

TEST_CASE("the shipped sample is what its README says") {
    const auto file =
        io::read_gauge(test::sample_path("wilson_b6.0_8x8x8x16.nersc"));
    CHECK(file.field.extents() == lattice::Extents{{8, 8, 8, 16}});
    CHECK(file.encoding.precision_bits == 32);
    REQUIRE(file.checksums.size() == 1);
    CHECK(file.checksums[0].computed == 0xd35e528b);
    CHECK(std::abs(file.plaquette.average - 0.592566) < 5e-7);
    CHECK(std::abs(file.link_trace - 0.000361) < 5e-7);
}

}  // namespace tasuki::drivers
