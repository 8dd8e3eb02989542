// `mpirun -np N tasuki solve`.
#include "tests/drivers/ranks_cli.hpp"

#include <filesystem>

#include "tests/contains.hpp"

namespace {

using namespace tasuki;
using test::contains, test::run_ranks;

/// Small, and quickly solved.
const std::string kSolve =
    "solve --gpus 0 --placement cpu --gauge hot:3 --lattice 4x4x4x8 --kappa "
    "0.1 ";
const std::string kBlocks = "--blocks 1x1x1x4 ";

Json solve_json(int ranks, const std::string& words) {
    CAPTURE(words);
    return test::json_of(run_ranks(ranks, kSolve + words + " --json -"));
}

}  // namespace

TEST_CASE("solutions are the same bits on any number of ranks") {
    for (const std::string how :
         {"", "--precision mixed --inner half --source wall:3 --capture off",
          "--solver bicgstab --csw 1.1 --mu 0.05 --precision mixed --source "
          "random:2"}) {
        const auto alone = solve_json(1, kBlocks + how);
        CHECK(alone["blocks"] == Json{1, 1, 1, 4});
        CHECK(alone["true_residual"] <= 1e-10);
        for (const int ranks : {2, 4}) {
            CAPTURE(ranks);
            const auto j = solve_json(ranks, kBlocks + how);
            CHECK(j["ranks"] == Json{1, 1, 1, ranks});
            CHECK(j["workers"].size() == ranks);
            for (const char* key : {"pion", "iterations", "true_residual"})
                CHECK(j[key] == alone[key]);
            CHECK(std::abs(j["plaquette"].get<double>() -
                           alone["plaquette"].get<double>()) < 1e-14);
        }
    }
}

TEST_CASE("ranks of a grid write the file that one rank writes") {
    const test::Folder folder;
    const std::string how =
        "--blocks 2x1x1x2 --csw 1 --source point:3,1,0,7 --out ";
    const auto alone = folder / "alone.h5", file = folder / "s.h5",
               lime = folder / "s.lime";
    solve_json(1, how + alone);
    solve_json(4, "--ranks 2x1x1x2 " + how + file);
    CHECK(test::read_file(file) == test::read_file(alone));
    CHECK(run_ranks(2, kSolve + how + file).code == 2);
    solve_json(2, "--ranks 2x1x1x1 " + how + lime);
    solve_json(1, how + (folder / "alone.lime"));
    CHECK(test::read_file(lime) == test::read_file(folder / "alone.lime"));
}

TEST_CASE("another number of ranks goes on from a checkpoint") {
    const test::Folder folder;
    const std::string how = kBlocks + "--source random:1 --checkpoint ";
    const auto file = folder / "c.h5";
    const auto alone = solve_json(1, how + (folder / "alone.h5"));
    const int needed = alone["iterations"];
    const auto stopped = run_ranks(
        2, kSolve + how + file + " --checkpoint-every 1e-6 --max-iterations " +
               std::to_string(2 * needed / 3));
    CHECK(stopped.code == 4);
    CHECK(contains(stopped.log, "--max-iterations"));
    REQUIRE(std::filesystem::exists(file));
    const auto rest = solve_json(4, how + file);
    CHECK(rest["iterations"] >= needed);
    CHECK(rest["iterations"] < 2 * needed);
    CHECK(rest["true_residual"] <= 1e-10);
    CHECK(solve_json(1, how + file)["resumed_sources"] == 1);
    const auto other = run_ranks(2, kSolve + how + file + " --solver bicgstab");
    CHECK(other.code == 2);
    CHECK(contains(other.log, "--solver bicgstab"));
}
