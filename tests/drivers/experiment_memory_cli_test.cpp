// Memory that runs need: as --dry-run says before, as they have it, and as
// limits refuse it.
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki::test;
using nlohmann::json;

namespace {

/// Two sizes of every workload: of the larger one twice as much and more.
struct Runs {
    std::string small, large;
};

const Runs kRuns[] = {
    {"wilson --gauge cold --lattice 12x12x12x12 --repetitions 1 --iterations 1",
     "wilson --gauge cold --lattice 16x16x16x16 --repetitions 1 --iterations "
     "1"},
    {"wilson --gauge cold --lattice 12x12x12x16 --repetitions 1 --iterations 1 "
     "--precision single --reconstruct 12",
     "wilson --gauge cold --lattice 16x16x16x32 --repetitions 1 --iterations 1 "
     "--precision single --reconstruct 12"},
    {"solve --gauge cold --lattice 12x12x12x16 --kappa 0.05 --tolerance 1e-3 "
     "--solver bicgstab",
     "solve --gauge cold --lattice 16x16x16x32 --kappa 0.05 --tolerance 1e-3 "
     "--solver bicgstab"},
    {"solve --gauge cold --lattice 8x8x8x16 --kappa 0.05 --tolerance 1e-3 "
     "--out FOLDER/a.h5",
     "solve --gauge cold --lattice 16x16x16x16 --kappa 0.05 --tolerance 1e-3 "
     "--out FOLDER/b.h5"},
    {"nbody --n 50000 --steps 0", "nbody --n 150000 --steps 0"},
    {"sht --truncation 170 --fields 8 --repetitions 1",
     "sht --truncation 341 --fields 8 --repetitions 1"},
    {"sht --truncation 341 --op synthesis --repetitions 1",
     "sht --truncation 682 --op synthesis --repetitions 1"},
    {"sphere --truncation 170 --steps 3", "sphere --truncation 341 --steps 3"},
    {"gauge generate --beta 6 --lattice 8x8x8x16 --sweeps 1 --seed 1 --out "
     "FOLDER/a.nersc",
     "gauge generate --beta 6 --lattice 16x16x16x16 --sweeps 1 --seed 1 --out "
     "FOLDER/b.nersc"}};

std::string in_folder(std::string arguments, const Folder& folder) {
    const std::string word = "FOLDER";
    if (const auto at = arguments.find(word); at != std::string::npos)
        arguments.replace(at, word.size(), folder.path());
    return arguments + (arguments[0] == 'g' ? "" : " --gpus 0");
}

/// Largest memory that a run of the program has had [B].
double peak_of(const std::string& arguments) {
    std::vector<std::string> words{cli_path()};
    std::istringstream text{arguments};
    for (std::string word; text >> word;) words.push_back(word);
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        // What is freed is not had any more: mimalloc, of versions 2.0 and
        // later ones, would give it back some time later.
        setenv("MIMALLOC_DECOMMIT_DELAY", "0", 1);
        setenv("MIMALLOC_PURGE_DELAY", "0", 1);
        static_cast<void>(std::freopen("/dev/null", "w", stdout));
        static_cast<void>(std::freopen("/dev/null", "w", stderr));
        execv(argv[0], argv.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    REQUIRE(wait4(child, &status, 0, &usage) == child);
    REQUIRE(WIFEXITED(status));
    REQUIRE(WEXITSTATUS(status) == 0);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

double estimate_of(const std::string& arguments) {
    const auto dry = run_cli(arguments + " --dry-run --json -");
    REQUIRE(dry.code == 0);
    return json::parse(dry.out)["host_bytes"];
}

}  // namespace

TEST_CASE("what --dry-run says is what a run needs") {
    for (const Runs& runs : kRuns) {
        const Folder folder;
        const auto small = in_folder(runs.small, folder);
        const auto large = in_folder(runs.large, folder);
        CAPTURE(large);
        // What the process itself has is the same in both.
        const double said = estimate_of(large) - estimate_of(small);
        const double had = peak_of(large) - peak_of(small);
        CHECK(said > 20e6 / 4);
        CHECK(said > 0.85 * had);
        CHECK(said < 1.35 * had);
    }
}

TEST_CASE("a dry run computes nothing and writes no result") {
    const Folder folder;
    for (const std::string arguments :
         {"wilson", "solve --out DIR/s.h5",
          "nbody --out DIR/o --checkpoint DIR/c --steps 4",
          "sht --out DIR/g.nc --op synthesis", "sphere --out DIR/s",
          "gauge generate --beta 6 --lattice 4x4x4x4 --sweeps 1 --seed 1 --out "
          "DIR/u.nersc"}) {
        auto given = arguments;
        for (auto at = given.find("DIR"); at != std::string::npos;
             at = given.find("DIR"))
            given.replace(at, 3, folder.path());
        CAPTURE(given);
        const auto table = run_cli(given + " --dry-run");
        CHECK(table.code == 0);
        CHECK(contains(table.out, "nothing computed"));
        CHECK(contains(table.out, "host memory"));
        CHECK(folder.names().empty());
        const auto j = json::parse(run_cli(given + " --dry-run --json -").out);
        CHECK(j["dry_run"] == true);
        CHECK(j["fits"] == true);
        double sum = 0;
        for (const auto& part : j["parts"])
            sum += part["host_bytes"].get<double>();
        CHECK(close(j["host_bytes"].get<double>(), sum, 1e-12));
        CHECK(j["memories"][0]["name"] == "host memory");
    }
}

TEST_CASE("a dry run refuses what a run would") {
    for (const char* arguments :
         {"wilson --gauge hot", "wilson --gauge cold --lattice 8x8x8",
          "wilson --lattice 4x4x4x4", "solve --source wall:16",
          "wilson --gauge /no/such/file", "nbody --model king --w0 99",
          "nbody --in /no/such/file", "sht --in /no/such/file",
          "sphere --days -1",
          "sphere --truncation 4 --start rossby-haurwitz:9,3"}) {
        CAPTURE(arguments);
        CHECK(refused(run_cli(std::string{arguments} + " --dry-run")));
    }
    CHECK(run_cli("sht --placement gpu --gpus 0 --cpus 1 --dry-run").code == 3);
}

TEST_CASE("a run that is larger than the machine is refused at once") {
    for (const char* arguments :
         {"sht --truncation 100 --fields 100000 --latitudes 60000",
          "sphere --truncation 32767", "nbody --n 40000000000",
          "wilson --gauge cold --lattice 256x256x256x128",
          "gauge generate --beta 6 --lattice 512x512x512x64 --sweeps 1 --seed "
          "1 "
          "--out /tmp/never.nersc"}) {
        for (const char* dry : {"", " --dry-run"}) {
            CAPTURE(arguments);
            CAPTURE(dry);
            const auto result = run_cli(std::string{arguments} + dry);
            CAPTURE(result.log);
            CHECK(result.code == 3);
            CHECK(contains(result.log, "of host memory, "));
            CHECK(contains(result.log, "GB are available"));
        }
    }
}

TEST_CASE("limits of the process are limits of a run") {
    // The data of cuFFT leave too little of 300 MB to start with mimalloc.
    const std::string less = "ulimit -d 300000; exec ",
                      more = "ulimit -d 400000; exec ";
    for (const auto& [arguments, limit] :
         {std::pair{"wilson --gauge cold --lattice 16x16x16x64 --repetitions 1",
                    less},
          std::pair{"sht --truncation 341 --fields 64", more},
          std::pair{"sphere --truncation 1000", more},
          std::pair{"nbody --n 5000000 --steps 0", less}}) {
        CAPTURE(arguments);
        const auto space = run_cli(arguments, "ulimit -v 400000; exec ");
        CAPTURE(space.log);
        CHECK(space.code == 3);
        CHECK(contains(space.log, "MB of address space (ulimit -v)"));
        const auto data = run_cli(arguments, limit);
        CAPTURE(data.log);
        CHECK(data.code == 3);
        CHECK(contains(data.log, "MB of data segment (ulimit -d)"));
    }
    // A limit with room for it is no reason to refuse.
    CHECK(run_cli("nbody --n 64 --steps 1 --gpus 0", "ulimit -v 400000; exec ")
              .code == 0);
}
