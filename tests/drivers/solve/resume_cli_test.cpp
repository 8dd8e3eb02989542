// `tasuki solve --checkpoint`: runs that are killed, and go on.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/propagator/solve_checkpoint.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

namespace {

using namespace tasuki;
using test::contains, test::refused, test::run_cli;

/// Near the critical kappa of random links, 1/4: a few seconds.
constexpr const char* kSlow =
    "solve --gauge hot:3 --lattice 4x6x4x8 --kappa 0.235 --placement cpu ";
/// Quickly solved.
constexpr const char* kQuick =
    "solve --gauge hot:3 --lattice 4x6x4x8 --kappa 0.1 --placement cpu ";

/// Sends `signal` when the file has as many bytes.
test::CliResult run_until(const std::string& words, const std::string& file,
                          int bytes, const std::string& signal) {
    return test::run_command("( '" + test::cli_path() + "' " + words +
                             " & p=$!; until [ $(stat -c "
                             "%s '" +
                             file + "' 2>/dev/null || echo 0) -gt " +
                             std::to_string(bytes) +
                             " ] || ! kill -0 $p; do sleep 0.01; done; "
                             "kill -" +
                             signal + " $p; wait $p )");
}

nlohmann::json json_of(const std::string& words) {
    const auto result = run_cli(words + " --json -");
    CAPTURE(words);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    return nlohmann::json::parse(result.out);
}

bool agree(const nlohmann::json& a, const nlohmann::json& b) {
    const auto x = a["pion"].get<std::vector<double>>(),
               y = b["pion"].get<std::vector<double>>();
    bool all = x.size() == y.size() && !x.empty();
    for (std::size_t d = 0; all && d < x.size(); ++d)
        all = std::abs(x[d] - y[d]) <= 1e-7 * y[0];
    return all;
}

io::SolveState state_in(const std::string& file) {
    return io::read_solve_checkpoint(*io::open_source(file));
}

}  // namespace

TEST_CASE("a run that was killed goes on, and gives the same pion") {
    const test::Folder folder;
    const auto file = folder / "c.h5";
    const auto whole = json_of(kSlow);
    CHECK(whole["resumed_sources"] == 0);
    // One source after the other, so that some are solved and others not.
    const std::string words =
        kSlow + std::string{"--rhs 1 --checkpoint-every 0.05 --checkpoint "} +
        file;
    // A solution has 150 kB.
    const auto killed = run_until(words, file, 400000, "KILL");
    CAPTURE(killed.log);
    CHECK(killed.code == 137);
    const auto solved = state_in(file).solved.size();
    CHECK(solved >= 1);
    const auto ended = run_until(words, file, 900000, "TERM");
    CHECK(ended.code == 143);
    CHECK(contains(ended.log, file));
    const auto rest = json_of(words);
    CHECK(rest["resumed_sources"] >= solved);
    CHECK(rest["resumed_sources"] < 12);
    CHECK(rest["true_residual"] <= 1e-10);
    CHECK(agree(rest, whole));
    // All is there now.
    const auto again = json_of(words + " --out " + (folder / "s.h5"));
    CHECK(again["resumed_sources"] == 12);
    CHECK(again["pion"] == rest["pion"]);
    CHECK(std::filesystem::exists(folder / "s.h5"));
    CHECK(run_cli(words + " --trace " + (folder / "trace")).code == 0);
}

TEST_CASE("the source that was running goes on from where it was") {
    for (const char* how : {"--solver bicgstab", "--precision mixed"}) {
        CAPTURE(how);
        const test::Folder folder;
        const auto file = folder / "c.h5";
        const std::string words = kQuick + std::string{"--source random:1 "} +
                                  how + " --checkpoint-every 1e-6";
        const auto alone = json_of(words + " --checkpoint " + (folder / "a"));
        const int needed = alone["iterations"];
        const int enough = 2 * needed / 3;
        const auto stopped =
            run_cli(words + " --checkpoint " + file + " --max-iterations " +
                    std::to_string(enough));
        CHECK(stopped.code == 4);
        const auto all = state_in(file).running;
        REQUIRE(all.size() == 1);
        const auto* const running = &all.front();
        CHECK(running->name == "random");
        CHECK(running->iterations > 0);
        CHECK(running->true_residual < 1);
        CHECK(lattice::norm2(running->x) > 0);
        const int iterations =
            json_of(words + " --checkpoint " + file)["iterations"];
        // Not as many as from the beginning.
        CHECK(iterations >= needed);
        CHECK(iterations < static_cast<int>(running->iterations) + needed);
    }
}

TEST_CASE("sources that were solved for together go on from where they were") {
    const test::Folder folder;
    const auto file = folder / "c.h5";
    const auto whole = json_of(kSlow);
    const std::string words =
        kSlow + std::string{"--checkpoint-every 0.02 --checkpoint "} + file;
    // Twelve states of 150 kB.
    const auto killed = run_until(words + " --rhs 12", file, 1000000, "KILL");
    CHECK(killed.code == 137);
    const auto state = state_in(file);
    CHECK(state.solved.empty());
    REQUIRE(state.running.size() == 12);
    CHECK(state.running[11].name == "spin3_colour2");
    CHECK(state.running[11].iterations > 0);
    // Others of them at once than before.
    const auto rest = json_of(words + " --rhs 5");
    CHECK(rest["resumed_sources"] == 0);
    CHECK(rest["true_residual"] <= 1e-10);
    CHECK(agree(rest, whole));
    CHECK(rest["sources"][11]["iterations"] >= state.running[11].iterations);
}

TEST_CASE("a checkpoint of another problem is refused") {
    const test::Folder folder;
    const auto file = folder / "c.h5";
    json_of(kQuick + std::string{"--checkpoint "} + file);
    const auto before = test::read_file(file);
    struct Other {
        std::string words, option, has;
        std::string begin = kQuick;
    };
    const auto begin = [](const char* gauge, const char* lattice,
                          const char* kappa) {
        return fmt::format(
            "solve --gauge {} --lattice {} --kappa {} --placement cpu ", gauge,
            lattice, kappa);
    };
    for (const auto& other : std::vector<Other>{
             {"", "--kappa 0.11", "0.1", begin("hot:3", "4x6x4x8", "0.11")},
             {"", "--gauge hot:4", "hot:3", begin("hot:4", "4x6x4x8", "0.1")},
             {"", "--lattice 4x4x4x8", "4x6x4x8",
              begin("hot:3", "4x4x4x8", "0.1")},
             {"--csw 1", "--csw 1", "0"},
             {"--mu -0.1", "--mu -0.1", "0"},
             {"--bc-t periodic", "--bc-t periodic", "antiperiodic"},
             {"--source wall:0", "--source wall:0", "point:0,0,0,0"},
             {"--solver bicgstab", "--solver bicgstab", "cg"},
             {"--tolerance 1e-9", "--tolerance 1e-09", "1e-10"},
             {"--precision mixed", "--precision mixed with single",
              "double"}}) {
        CAPTURE(other.option);
        const auto result =
            run_cli(other.begin + other.words + " --checkpoint " + file);
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(contains(result.log, other.option));
        CHECK(contains(result.log, "has " + other.has));
    }
    CHECK(test::read_file(file) == before);
}

TEST_CASE("a damaged checkpoint is refused, and stays as it is") {
    const test::Folder folder;
    const auto file = folder / "c.h5";
    const std::string words =
        kQuick + std::string{"--source random:1 --checkpoint "} + file;
    json_of(words);
    auto bytes = test::read_file(file);
    bytes[bytes.size() / 2] ^= 1;
    std::ofstream{file, std::ios::binary} << bytes;
    const auto result = run_cli(words);
    CHECK(refused(result));
    CHECK(contains(result.log, "digest"));
    std::ofstream{file, std::ios::binary} << "text";
    CHECK(refused(run_cli(words)));
    CHECK(test::read_file(file) == "text");
}
