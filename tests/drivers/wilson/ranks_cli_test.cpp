// `mpirun -np N tasuki wilson`: any number of ranks gives the same numbers, and
// what goes wrong is said once, and ends all.
#include "tests/drivers/ranks_cli.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>
#include <vector>

#include "tests/contains.hpp"

namespace {

using namespace tasuki;
using test::contains, test::json_of;

const std::string kJson = std::string{test::kProblem} + "--json - ";

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;
         ++at)
        ++found;
    return found;
}

/// Nothing on stdout, and one line of the program among those of mpirun.
void check_said_once(const test::CliResult& result, int code,
                     const std::string& text) {
    CAPTURE(result.log);
    CHECK(result.code == code);
    CHECK(result.out.empty());
    CHECK(contains(result.log, text));
    CHECK(count(result.log, "tasuki: error") == 1);
    CHECK(count(result.log, "interrupted") == 0);
}

/// A long run of two ranks, the second of which sends itself a signal as soon
/// as its workers are there.
test::CliResult run_with_signal(const std::string& signal,
                                const test::Folder& folder) {
    const auto run = test::program() +
                     "wilson --gpus 0 --gauge hot:3 --lattice 8x4x8x8 "
                     "--iterations 1000000 --log-level info --json " +
                     (folder / "result.json");
    const auto log = folder / "victim";
    test::write_file(folder / "victim.sh",
                     "( until grep -qs 'worker 0' " + log +
                         " || ! kill -0 $$; do sleep 0.02; done; kill -" +
                         signal + " $$ ) >/dev/null 2>&1 &\nexec " + run +
                         " 2> >(tee " + log + " >&2)\n");
    return test::run_pair(run, "bash " + (folder / "victim.sh"));
}

}  // namespace

TEST_CASE("ranks in any grid give the numbers of one process") {
    struct Case {
        int ranks;
        std::string grid, blocks, other;
        int messages;
    };
    for (const Case& c : {
             Case{2, "1x1x2x1", "1x1x2x4", "--placement cpu", 16},
             Case{4, "1x1x2x2", "1x1x2x2", "--precision single", 16},
             Case{4, "2x1x1x2", "4x1x2x2", "--reconstruct 12", 48},
         }) {
        CAPTURE(c.grid);
        CAPTURE(c.blocks);
        const auto problem = kJson + (c.other + " --blocks ") + c.blocks + " ";
        const auto one = json_of(test::run_cli(problem));
        const auto all =
            json_of(test::run_ranks(c.ranks, problem + "--ranks " + c.grid));
        CHECK(all["norm2"] == one["norm2"]);  // bit by bit
        CHECK(all["checked_sites"] == one["checked_sites"]);
        CHECK(all["relative_error"].get<double>() <
              (all["precision"] == "single" ? 1e-6 : 1e-14));
        CHECK(all["messages"]["count"] == c.messages);
        CHECK(one["messages"]["count"] == 0);
        CHECK(all["workers"].size() == static_cast<std::size_t>(c.ranks));
    }
}

TEST_CASE("every exchange that is possible gives the same bits") {
    const auto one = json_of(test::run_cli(kJson));
    for (const char* how : {"auto", "host", "network"}) {
        CAPTURE(how);
        const auto j = json_of(test::run_ranks(2, kJson + "--exchange " + how));
        CHECK(j["norm2"] == one["norm2"]);  // bit by bit
        // Without a grid T is cut, into a block for each rank.
        CHECK(j["ranks"] == Json{1, 1, 1, 2});
        CHECK(j["blocks"] == Json{1, 1, 1, 2});
    }
    for (const char* how : {"stores", "copy"}) {
        CAPTURE(how);
        const auto result = test::run_ranks(2, kJson + "--exchange " + how);
        CAPTURE(result.log);
        CHECK(result.code == 3);
        CHECK(result.out.empty());
        CHECK(contains(result.log, std::string{"exchange by "} + how));
    }
}

TEST_CASE("ranks may have different CPUs and outputs") {
    const auto run = test::program() + test::kProblem;
    const auto j = json_of(test::run_pair(run + "--json - --cpus 1", run));
    CHECK(j["ranks"] == Json{1, 1, 1, 2});
}

TEST_CASE("ranks that read a file in parts give the numbers of one process") {
    const test::Folder folder;
    const auto lime = folder / "sample.lime";
    REQUIRE(
        test::run_cli("gauge convert '" + test::sample() + "' " + lime).code ==
        0);
    for (const auto& [file, grid] :
         {std::pair{test::sample(), "1x1x1x4"}, {lime, "2x1x2x1"}}) {
        CAPTURE(grid);
        const auto problem =
            "wilson --gpus 0 --repetitions 1 --iterations 2 "
            "--json - --blocks 2x1x2x4 --gauge '" +
            file + "' ";
        const auto all = json_of(
            test::run_ranks(4, problem + "--ranks " + std::string{grid}));
        CHECK(all["norm2"] == json_of(test::run_cli(problem))["norm2"]);
    }
}

// Two ranks once waited for each other in a tenth of such runs.
TEST_CASE("short runs with many messages end") {
    const char* const wanted = std::getenv("TASUKI_TEST_RUNS");
    const int runs = wanted == nullptr ? 2 : std::atoi(wanted);
    for (const auto& [ranks, t] : {std::pair{2, 16}, {3, 12}, {4, 16}})
        for (int run = 0; run < runs; ++run) {
            CAPTURE(ranks);
            CAPTURE(run);
            const auto result = test::run_ranks(
                ranks,
                fmt::format("wilson --gpus 0 --gauge hot:1 --lattice "
                            "8x8x8x{} --ranks 1x1x1x{} --blocks 4x4x2x{} "
                            "--repetitions 2 --iterations 3",
                            t, ranks, ranks));
            CAPTURE(result.log);
            CHECK(result.code == 0);
        }
}

TEST_CASE("a rank that dies ends all, and is named once") {
    struct Death {
        std::string signal;
        int code;
        std::string said;
    };
    for (const Death& death : {Death{"KILL", 137, ") died without a word"},
                               Death{"SEGV", 70, "): crashed by signal 11"}}) {
        CAPTURE(death.signal);
        const test::Folder folder;
        const auto result = run_with_signal(death.signal, folder);
        check_said_once(result, death.code, death.said);
        CHECK(count(result.log, "tasuki: error: rank 1 (") == 1);
        for (const auto& name : folder.names())
            CHECK(name.starts_with("victim"));
    }
}

TEST_CASE("what ranks cannot do is said once, with the exit code") {
    const auto problem = std::string{test::kProblem};
    const std::pair<std::string, std::string> cases[] = {
        {problem + "--ranks 1x1x1x3", "3 ranks, but 2 run"},
        {problem + "--ranks 1x1x2x1 --blocks 1x1x1x2",
         "do not divide the blocks"},
        {"wilson --gauge /nonexistent.lime", "/nonexistent.lime"},
        {"bench wilson",
         "bench wilson runs on one rank: start it without mpirun, or with "
         "--engine"},
        {"gauge info x", "runs on one rank"}};
    for (const auto& [arguments, text] : cases) {
        CAPTURE(arguments);
        const auto result = test::run_ranks(2, arguments);
        if (!test::is_missing(result)) check_said_once(result, 2, text);
    }
}

TEST_CASE("copies that a launcher of another MPI starts are refused") {
    const test::Folder folder;
    // Slurm without MPI, MPICH's launcher, Open MPI's, and PMIx alone.
    for (const std::string variables :
         {"SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0 ", "PMI_SIZE=4 PMI_RANK=0 ",
          "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=0 ", "PMIX_RANK=3 "}) {
        CAPTURE(variables);
        const auto result = test::run_cli(
            test::kProblem + ("--json " + (folder / "result.json")), variables);
        check_said_once(result, 3, "but for MPI (");
        CHECK(count(result.log, "\n") == 1);
        CHECK(folder.names().empty());
    }
    CHECK(test::run_cli(test::kProblem, "SLURM_STEP_NUM_TASKS=1 ").code == 0);
}

TEST_CASE("what one rank cannot do, or was not asked for, is said") {
    struct Pair {
        std::string first, second, said;
        int code;
    };
    const auto run = test::program() + "wilson --gpus 0 ";
    for (const Pair& p :
         {Pair{"", "--precision half", "tasuki: error: rank 1: --precision", 2},
          Pair{"", "--cpus 4000",
               "): 4000 CPUs were asked for: this process may", 3},
          Pair{"--kappa 0.1", "--kappa 0.12",
               "--kappa: expected 0.1 as on rank 0, found 0.12 on rank 1;", 2},
          Pair{"--repetitions 2 --sched eager", "--repetitions 3",
               "--sched: expected eager as on rank 0, found the default on "
               "rank 1; --repetitions: expected 2",
               2}}) {
        CAPTURE(p.said);
        check_said_once(test::run_pair(run + p.first, run + p.second), p.code,
                        p.said);
    }
}

TEST_CASE("ranks that do not see the same file are told who sees what") {
    const auto whole = test::read_file(test::sample());
    // Far from both ends, in the part of the second rank.
    auto changed = whole;
    changed[changed.size() * 3 / 4] ^= 1;
    struct Pair {
        std::string first, second, said;
    };
    for (const Pair& p :
         {Pair{whole, "", "found none (u.nersc: cannot"},
          Pair{whole, whole + " ", "found a file of"},
          Pair{whole, changed, "expected a file with CRC-32"},
          // The same wrong file is no disagreement.
          Pair{changed, changed, "wrong NERSC checksum: expected"}}) {
        CAPTURE(p.said);
        const test::Folder first, second;
        test::write_file(first / "u.nersc", p.first);
        if (!p.second.empty()) test::write_file(second / "u.nersc", p.second);
        const auto run = test::program() +
                         "wilson --gpus 0 --gauge u.nersc --repetitions 1 ";
        const auto result =
            test::run_pair("--wdir " + first.path() + " " + run,
                           "--wdir " + second.path() + " " + run);
        check_said_once(result, 2, p.said);
        if (p.first != p.second)
            CHECK(count(result.log, "on rank 1; all ranks have to see") == 1);
    }
}
