// `mpirun -np N tasuki wilson`: any number of ranks gives the same numbers.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "tests/drivers/cli.hpp"

namespace {

using namespace tasuki;

/// More ranks than cores, and as root in containers.
const std::string kMpirun =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
    "timeout 120 mpirun --oversubscribe --bind-to none -np ";

test::CliResult run_ranks(int ranks, const std::string& arguments) {
    return test::run_cli(arguments, fmt::format("{}{} ", kMpirun, ranks));
}

nlohmann::json wilson_json(const test::CliResult& result) {
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    return nlohmann::json::parse(result.out);
}

/// For run_command().
const std::string kProgram = fmt::format("'{}' ", test::cli_path());

constexpr const char* kProblem =
    "wilson --gpus 0 --repetitions 1 --iterations 2 --apply 3 "
    "--gauge hot:3 --lattice 8x4x8x8 ";

const std::string kJson = std::string{kProblem} + "--json - ";

struct Case {
    int ranks;
    std::string grid, blocks, other;
    int messages;
};

std::string sample() {
    return test::sample_path("wilson_b6.0_8x8x8x16.nersc");
}

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;
         ++at)
        ++found;
    return found;
}

/// Lines of the program among those of mpirun.
int count_errors(const std::string& log) {
    return count(log, "tasuki: error");
}

/// A long run of two ranks, one of which sends itself a signal when its workers
/// are there and a second has passed.
test::CliResult run_with_signal(int victim, const std::string& signal,
                                const test::Folder& folder) {
    const auto run = kProgram +
                     "wilson --gpus 0 --gauge hot:3 --lattice 8x4x8x8 "
                     "--iterations 1000000 --log-level info --json " +
                     (folder / "result.json");
    const auto log = folder / "victim";
    test::write_file(folder / "victim.sh",
                     "( for k in $(seq 300); do grep -qs 'worker 0' " + log +
                         " && break; sleep 0.1; done; sleep 1; touch " +
                         (folder / "victim.end") + "; kill -" + signal +
                         " $$ ) >/dev/null 2>&1 &\nexec " + run + " 2> >(tee " +
                         log + " >&2)\n");
    const auto ends_itself = "bash " + (folder / "victim.sh");
    return test::run_command(kMpirun + "1 " +
                             (victim == 0 ? ends_itself + " : -np 1 " + run
                                          : run + " : -np 1 " + ends_itself));
}

}  // namespace

TEST_CASE("ranks in any grid give the numbers of one process") {
    for (const Case& c : {
             Case{2, "1x1x1x2", "1x1x1x2", "", 4},
             Case{2, "1x1x2x1", "1x1x2x4", "--placement cpu", 16},
             Case{4, "1x1x2x2", "1x1x2x2", "--precision single", 16},
             Case{4, "2x1x1x2", "4x1x2x2", "--reconstruct 12", 48},
         }) {
        CAPTURE(c.grid);
        CAPTURE(c.blocks);
        const auto problem = kJson + (c.other + " --blocks ") + c.blocks + " ";
        const auto one = wilson_json(test::run_cli(problem));
        const auto all =
            wilson_json(run_ranks(c.ranks, problem + "--ranks " + c.grid));
        CHECK(all["norm2"] == one["norm2"]);  // bit by bit
        CHECK(all["checked_sites"] == one["checked_sites"]);
        CHECK(all["relative_error"].get<double>() <
              (all["precision"] == "single" ? 1e-6 : 1e-14));
        CHECK(all["messages"]["count"] == c.messages);
        CHECK(one["messages"]["count"] == 0);
        CHECK(all["phases"]["interior"]["cpu"] ==
              one["phases"]["interior"]["cpu"]);
        CHECK(all["workers"].size() == static_cast<std::size_t>(c.ranks));
    }
}

TEST_CASE("ranks without a grid cut T, a block each") {
    const auto j = wilson_json(run_ranks(2, kJson));
    CHECK(j["ranks"] == nlohmann::json{1, 1, 1, 2});
    CHECK(j["blocks"] == nlohmann::json{1, 1, 1, 2});
}

TEST_CASE("one rank under mpirun is a run of one process") {
    const auto j = wilson_json(run_ranks(1, kJson));
    CHECK(j["ranks"] == nlohmann::json{1, 1, 1, 1});
    CHECK(j["messages"]["count"] == 0);
}

TEST_CASE("a rank that dies ends all at once, and is named once") {
    struct Death {
        int victim;
        std::string signal;
        int code;
        std::string said;
    };
    for (const Death& death :
         {Death{1, "KILL", 137, ") died without a word"},
          Death{0, "KILL", 137, ") died without a word"},
          Death{1, "SEGV", 70, "): crashed by signal 11"}}) {
        CAPTURE(death.victim);
        CAPTURE(death.signal);
        const test::Folder folder;
        const auto result = run_with_signal(death.victim, death.signal, folder);
        const std::chrono::duration<double> took =
            std::filesystem::file_time_type::clock::now() -
            std::filesystem::last_write_time(folder / "victim.end");
        CAPTURE(result.log);
        CHECK(took.count() < 10);
        CHECK(result.code == death.code);
        CHECK(result.out.empty());
        CHECK(count_errors(result.log) == 1);
        CHECK(count(result.log, "tasuki: error: rank " +
                                    std::to_string(death.victim) + " (") == 1);
        CHECK(count(result.log, death.said) == 1);
        CHECK(count(result.log, "interrupted") == 0);
        for (const auto& name : folder.names())
            CHECK(name.starts_with("victim"));
    }
}

TEST_CASE("what ranks cannot do is said once, with the exit code") {
    const auto check = [](int ranks, const std::string& arguments,
                          const std::string& text) {
        CAPTURE(arguments);
        const auto result = run_ranks(ranks, arguments);
        CAPTURE(result.log);
        CHECK(result.code == 2);
        CHECK(result.out.empty());
        CHECK(result.log.find(text) != std::string::npos);
        CHECK(count_errors(result.log) == 1);
    };
    check(2, kProblem + std::string{"--ranks 1x1x1x3"}, "3 ranks, but 2 run");
    check(2, kProblem + std::string{"--ranks 1x1x2x1 --blocks 1x1x1x2"},
          "do not divide the blocks");
    check(2, "wilson --gauge /nonexistent.lime", "/nonexistent.lime");
    check(2, "bench wilson", "runs on one rank");
    check(2, "gauge info x", "runs on one rank");
    const auto alone = test::run_cli(kProblem + std::string{"--ranks 1x1x1x2"});
    CHECK(test::refused(alone));
}

TEST_CASE("ranks that were asked for different things are told which") {
    struct Pair {
        std::string first, second, said;
    };
    for (const Pair& p :
         {Pair{"--kappa 0.1", "--kappa 0.12",
               "--kappa: expected 0.1 as on rank 0, found 0.12 on rank 1;"},
          Pair{"", "--precision single",
               "--precision: expected double as on rank 0, found single"},
          Pair{"--repetitions 2 --sched eager", "--repetitions 3",
               "--sched: expected eager as on rank 0, found the default on "
               "rank 1; --repetitions: expected 2"}}) {
        CAPTURE(p.said);
        const auto run = kProgram + "wilson --gpus 0 ";
        const auto result = test::run_command(kMpirun + "1 " + run + p.first +
                                              " : -np 1 " + run + p.second);
        CAPTURE(result.log);
        CHECK(result.code == 2);
        CHECK(result.out.empty());
        CHECK(count(result.log, p.said) == 1);
        CHECK(count_errors(result.log) == 1);
    }
}

TEST_CASE("ranks may have different CPUs and outputs") {
    const auto run = kProgram + kProblem;
    const auto j = wilson_json(test::run_command(
        kMpirun + "1 " + run + "--json - --cpus 1 : -np 1 " + run));
    CHECK(j["ranks"] == nlohmann::json{1, 1, 1, 2});
}

TEST_CASE("ranks that read a file in parts give the numbers of one process") {
    const test::Folder folder;
    const auto lime = folder / "sample.lime";
    REQUIRE(test::run_cli("gauge convert '" + sample() + "' " + lime).code ==
            0);
    for (const auto& file : {sample(), lime}) {
        const auto problem =
            "wilson --gpus 0 --repetitions 1 --iterations 2 "
            "--json - --blocks 2x1x2x4 --gauge '" +
            file + "' ";
        const auto one = wilson_json(test::run_cli(problem));
        for (const char* grid : {"1x1x1x4", "2x1x2x1"}) {
            CAPTURE(grid);
            const auto all = wilson_json(
                run_ranks(4, problem + "--ranks " + std::string{grid}));
            CHECK(all["norm2"] == one["norm2"]);  // bit by bit
        }
    }
}

TEST_CASE("ranks that do not see the same file are told who sees what") {
    const test::Folder folder;
    const auto whole = test::read_file(sample());
    // Far from both ends, in the part of the second rank.
    auto changed = whole;
    changed[changed.size() * 3 / 4] ^= 1;
    struct Pair {
        std::string first, second, said;
    };
    for (const Pair& p :
         {Pair{whole, "", "a file of"},
          Pair{whole, whole + " ", "found a file of"},
          Pair{whole, changed, "expected a file with CRC-32"},
          // The same wrong file is no disagreement.
          Pair{changed, changed, "wrong NERSC checksum: expected"}}) {
        CAPTURE(p.said);
        for (const auto& [name, content] :
             {std::pair{"a", p.first}, {"b", p.second}}) {
            std::filesystem::create_directories(folder / name);
            std::filesystem::remove(folder / name + "/u.nersc");
            if (!content.empty())
                test::write_file(folder / name + "/u.nersc", content);
        }
        const auto run =
            kProgram + "wilson --gpus 0 --gauge u.nersc --repetitions 1 ";
        const auto result = test::run_command(
            kMpirun + "1 --wdir " + (folder / "a") + " " + run +
            ": -np 1 --wdir " + (folder / "b") + " " + run);
        CAPTURE(result.log);
        CHECK(result.code == 2);
        CHECK(result.out.empty());
        CHECK(count_errors(result.log) == 1);
        CHECK(count(result.log, p.said) >= 1);
        if (p.first != p.second)
            CHECK(count(result.log, "on rank 1; all ranks have to see") == 1);
        if (p.second.empty())
            CHECK(count(result.log, "found none (u.nersc: cannot") == 1);
    }
}
