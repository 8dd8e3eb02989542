// `mpirun -np N tasuki wilson`: any number of ranks gives the same numbers.
#include "tests/drivers/ranks_cli.hpp"

#include <nlohmann/json.hpp>

namespace {

using namespace tasuki;

const std::string kJson = std::string{test::kProblem} + "--json - ";

struct Case {
    int ranks;
    std::string grid, blocks, other;
    int messages;
};

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
        const auto one = test::wilson_json(test::run_cli(problem));
        const auto all = test::wilson_json(
            test::run_ranks(c.ranks, problem + "--ranks " + c.grid));
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

TEST_CASE("every exchange that is possible gives the same bits") {
    const auto one = test::wilson_json(test::run_cli(kJson));
    for (const char* how : {"auto", "ipc", "copy", "mpi-host"}) {
        CAPTURE(how);
        const auto j =
            test::wilson_json(test::run_ranks(2, kJson + "--exchange " + how));
        CHECK(j["norm2"] == one["norm2"]);  // bit by bit
    }
    for (const char* how : {"stores", "mpi-device"}) {
        CAPTURE(how);
        const auto result = test::run_ranks(2, kJson + "--exchange " + how);
        CAPTURE(result.log);
        CHECK(result.code == 3);
        CHECK(result.out.empty());
        CHECK(result.log.find(std::string{"exchange by "} + how) !=
              std::string::npos);
    }
    CHECK(test::refused(test::run_cli(kJson + "--exchange mpi")));
}

TEST_CASE("ranks without a grid cut T, a block each") {
    const auto j = test::wilson_json(test::run_ranks(2, kJson));
    CHECK(j["ranks"] == nlohmann::json{1, 1, 1, 2});
    CHECK(j["blocks"] == nlohmann::json{1, 1, 1, 2});
}

TEST_CASE("one rank under mpirun is a run of one process") {
    const auto j = test::wilson_json(test::run_ranks(1, kJson));
    CHECK(j["ranks"] == nlohmann::json{1, 1, 1, 1});
    CHECK(j["messages"]["count"] == 0);
}

TEST_CASE("ranks may have different CPUs and outputs") {
    const auto run = test::program() + test::kProblem;
    const auto j =
        test::wilson_json(test::run_pair(run + "--json - --cpus 1", run));
    CHECK(j["ranks"] == nlohmann::json{1, 1, 1, 2});
}

TEST_CASE("ranks that read a file in parts give the numbers of one process") {
    const test::Folder folder;
    const auto lime = folder / "sample.lime";
    REQUIRE(
        test::run_cli("gauge convert '" + test::sample() + "' " + lime).code ==
        0);
    for (const auto& file : {test::sample(), lime}) {
        const auto problem =
            "wilson --gpus 0 --repetitions 1 --iterations 2 "
            "--json - --blocks 2x1x2x4 --gauge '" +
            file + "' ";
        const auto one = test::wilson_json(test::run_cli(problem));
        for (const char* grid : {"1x1x1x4", "2x1x2x1"}) {
            CAPTURE(grid);
            const auto all = test::wilson_json(
                test::run_ranks(4, problem + "--ranks " + std::string{grid}));
            CHECK(all["norm2"] == one["norm2"]);  // bit by bit
        }
    }
}
