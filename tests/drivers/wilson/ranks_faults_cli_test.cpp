// What goes wrong in `mpirun -np N tasuki wilson` is said once, and ends all.
#include <chrono>

#include "tests/drivers/ranks_cli.hpp"

namespace {

using namespace tasuki;

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
    const auto run = test::program() +
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
    return victim == 0 ? test::run_pair(ends_itself, run)
                       : test::run_pair(run, ends_itself);
}

}  // namespace

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
        const auto result = test::run_ranks(ranks, arguments);
        CAPTURE(result.log);
        CHECK(result.code == 2);
        CHECK(result.out.empty());
        CHECK(result.log.find(text) != std::string::npos);
        CHECK(count_errors(result.log) == 1);
    };
    check(2, test::kProblem + std::string{"--ranks 1x1x1x3"},
          "3 ranks, but 2 run");
    check(2, test::kProblem + std::string{"--ranks 1x1x2x1 --blocks 1x1x1x2"},
          "do not divide the blocks");
    check(2, "wilson --gauge /nonexistent.lime", "/nonexistent.lime");
    check(2, "bench wilson", "runs on one rank");
    check(2, "gauge info x", "runs on one rank");
    const auto alone =
        test::run_cli(test::kProblem + std::string{"--ranks 1x1x1x2"});
    CHECK(test::refused(alone));
}

TEST_CASE("what one rank cannot do is said with its name") {
    struct Pair {
        std::string other, said;
        int code;
    };
    const auto run = test::program() + "wilson --gpus 0 ";
    for (const Pair& p :
         {Pair{"--precision half", "tasuki: error: rank 1: --precision", 2},
          Pair{"--cpus 4000", "): 4000 CPUs were asked for: this process may",
               3}}) {
        CAPTURE(p.other);
        const auto result = test::run_pair(run, run + p.other);
        CAPTURE(result.log);
        CHECK(result.code == p.code);
        CHECK(result.out.empty());
        CHECK(count_errors(result.log) == 1);
        CHECK(count(result.log, "tasuki: error: rank 1") == 1);
        CHECK(count(result.log, p.said) == 1);
        CHECK(count(result.log, "interrupted") == 0);
    }
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
        const auto run = test::program() + "wilson --gpus 0 ";
        const auto result = test::run_pair(run + p.first, run + p.second);
        CAPTURE(result.log);
        CHECK(result.code == 2);
        CHECK(result.out.empty());
        CHECK(count(result.log, p.said) == 1);
        CHECK(count_errors(result.log) == 1);
    }
}

TEST_CASE("ranks that do not see the same file are told who sees what") {
    const test::Folder folder;
    const auto whole = test::read_file(test::sample());
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
        const auto run = test::program() +
                         "wilson --gpus 0 --gauge u.nersc --repetitions 1 ";
        const auto result =
            test::run_pair("--wdir " + (folder / "a") + " " + run,
                           "--wdir " + (folder / "b") + " " + run);
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
