// `tasuki solve --checkpoint`: runs that are killed, and go on.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "io/propagator/solve_checkpoint.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

namespace {

using namespace tasuki;
using test::cli_json, test::contains, test::refused, test::run_cli;

/// Quickly solved.
constexpr const char* kSaved =
    "solve --gauge hot:3 --lattice 4x6x4x8 --kappa 0.1 --placement cpu ";

/// Kills the run when the file has as many bytes.
test::CliResult run_until(const std::string& words, const std::string& file,
                          int bytes) {
    return test::run_command(
        fmt::format("( '{}' {} & p=$!; until [ $(stat -c %s '{}' 2>/dev/null "
                    "|| echo 0) -gt {} ] || ! kill -0 $p; do sleep 0.01; done; "
                    "kill -KILL $p; wait $p )",
                    test::cli_path(), words, file, bytes));
}

bool same_pion(const Json& a, const Json& b) {
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
    // Near the critical kappa of random links, 1/4: a few seconds.
    const std::string slow =
        "solve --gauge hot:3 --lattice 4x6x4x8 --kappa 0.235 --placement cpu ";
    const auto whole = cli_json(slow);
    CHECK(whole["resumed_sources"] == 0);
    const auto words = slow + "--checkpoint-every 0.02 --checkpoint " + file;
    // Twelve states of 150 kB.
    CHECK(run_until(words + " --rhs 12", file, 1000000).code == 137);
    const auto together = state_in(file);
    CHECK(together.solved.empty());
    REQUIRE(together.running.size() == 12);
    CHECK(together.running[11].iterations > 0);
    // One source after the other, so that some are solved and others not.
    REQUIRE(std::filesystem::remove(file));
    CHECK(run_until(words + " --rhs 1", file, 400000).code == 137);
    const auto solved = state_in(file).solved.size();
    CHECK(solved >= 1);
    // Others of them at once than before.
    const auto rest = cli_json(words + " --rhs 5");
    CHECK(rest["resumed_sources"] >= solved);
    CHECK(rest["resumed_sources"] < 12);
    CHECK(rest["true_residual"] <= 1e-10);
    CHECK(same_pion(rest, whole));
    // All is there now.
    const auto again = cli_json(words + " --out " + (folder / "s.h5"));
    CHECK(again["resumed_sources"] == 12);
    CHECK(again["pion"] == rest["pion"]);
    CHECK(std::filesystem::exists(folder / "s.h5"));
}

TEST_CASE("the source that was running goes on from where it was") {
    for (const char* how : {"--solver bicgstab", "--precision mixed"}) {
        CAPTURE(how);
        const test::Folder folder;
        const auto file = folder / "c.h5";
        const std::string words = kSaved + std::string{"--source random:1 "} +
                                  how + " --checkpoint-every 1e-6";
        const auto alone = cli_json(words + " --checkpoint " + (folder / "a"));
        const int needed = alone["iterations"];
        const auto stopped =
            run_cli(words + " --checkpoint " + file + " --max-iterations " +
                    std::to_string(2 * needed / 3));
        CHECK(stopped.code == 4);
        const auto all = state_in(file).running;
        REQUIRE(all.size() == 1);
        CHECK(all.front().name == "random");
        CHECK(all.front().iterations > 0);
        CHECK(all.front().true_residual < 1);
        const int iterations =
            cli_json(words + " --checkpoint " + file)["iterations"];
        // Not as many as from the beginning.
        CHECK(iterations >= needed);
        CHECK(iterations < static_cast<int>(all.front().iterations) + needed);
    }
}

TEST_CASE("a checkpoint of another problem, or a damaged one, is refused") {
    const test::Folder folder;
    const auto file = folder / "c.h5";
    const auto saved = " --checkpoint " + file;
    cli_json(kSaved + saved);
    const auto before = test::read_file(file);
    struct Other {
        std::string words, option, has;
    };
    const std::string cpu = "solve --placement cpu --lattice ";
    for (const auto& other :
         std::vector<Other>{{cpu + "4x6x4x8 --gauge hot:3 --kappa 0.11",
                             "--kappa 0.11", "0.1"},
                            {cpu + "4x6x4x8 --gauge hot:4 --kappa 0.1",
                             "--gauge hot:4", "hot:3"},
                            {cpu + "4x4x4x8 --gauge hot:3 --kappa 0.1",
                             "--lattice 4x4x4x8", "4x6x4x8"},
                            {kSaved + std::string{"--csw 1"}, "--csw 1", "0"},
                            {kSaved + std::string{"--bc-t periodic"},
                             "--bc-t periodic", "antiperiodic"},
                            {kSaved + std::string{"--source wall:0"},
                             "--source wall:0", "point:0,0,0,0"},
                            {kSaved + std::string{"--tolerance 1e-9"},
                             "--tolerance 1e-09", "1e-10"},
                            {kSaved + std::string{"--precision mixed"},
                             "--precision mixed with single", "double"}}) {
        CAPTURE(other.option);
        const auto result = run_cli(other.words + saved);
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(contains(result.log, other.option));
        CHECK(contains(result.log, "has " + other.has));
    }
    const bool same = test::read_file(file) == before;
    CHECK(same);
    auto damaged = before;
    damaged[damaged.size() / 2] ^= 1;
    test::write_file(file, damaged);
    const auto result = run_cli(kSaved + saved);
    CHECK(refused(result));
    CHECK(contains(result.log, "digest"));
    test::write_file(file, "text");
    CHECK(refused(run_cli(kSaved + saved)));
    CHECK(test::read_file(file) == "text");
}
