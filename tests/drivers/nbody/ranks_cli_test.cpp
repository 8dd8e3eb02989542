// `mpirun -np N tasuki nbody`: the numbers of one process, written once.
#include "tests/drivers/ranks_cli.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/close.hpp"
#include "tests/drivers/nbody/nbody_cli.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

nlohmann::json json_of(const CliResult& result) {
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    return nlohmann::json::parse(result.out);
}

}  // namespace

TEST_CASE("ranks follow the bodies of one process") {
    for (const auto& [precision, tolerance] :
         {std::pair{"single", 1e-5}, {"double", 1e-13}}) {
        CAPTURE(precision);
        const auto run = fmt::format(
            "{}--n 300 --steps 20 --precision {} --json -", kNbody, precision);
        const auto one = json_of(run_cli(run));
        for (const int ranks : {2, 3}) {
            const auto all = json_of(run_ranks(ranks, run));
            CHECK(all["workers"].size() == static_cast<std::size_t>(ranks));
            for (const char* state : {"initial", "final"})
                for (const char* key : {"kinetic", "potential"})
                    CHECK(close(all[state][key].get<double>(),
                                one[state][key].get<double>(), tolerance));
        }
    }
}

TEST_CASE("the first rank writes, and any number goes on") {
    const Folder folder;
    const auto run = std::string{kNbody} + "--n 100 --precision double ";
    const auto whole =
        run_cli(run + "--steps 12 --checkpoint " + (folder / "whole.h5"));
    REQUIRE(whole.code == 0);
    const auto some = run_ranks(
        2, run + "--steps 8 --every 4 --pictures --out " + (folder / "out"));
    CAPTURE(some.log);
    REQUIRE(some.code == 0);
    const auto table = some.out.find("N-body, ");
    CHECK(table == 0);
    CHECK(some.out.find("N-body, ", table + 1) == std::string::npos);
    CHECK(std::distance(std::filesystem::directory_iterator{folder / "out"},
                        {}) == 6);
    const auto rest = run_ranks(
        3, fmt::format("{}--steps 12 --checkpoint {} --resume {}", kNbody,
                       folder / "rest.h5", folder / "out/snapshot_000008.h5"));
    CAPTURE(rest.log);
    REQUIRE(rest.code == 0);
    const auto a = snapshot_in(folder / "whole.h5").bodies;
    const auto b = snapshot_in(folder / "rest.h5").bodies;
    for (std::size_t k = 0; k < 100; ++k)
        for (int d = 0; d < 3; ++d)
            CHECK(close(a.position[k][d], b.position[k][d], 1e-10));
}

TEST_CASE("what ranks disagree about, and what all refuse, is said once") {
    const auto run = program() + kNbody;
    const auto result =
        run_pair(run + "--n 100 --steps 2", run + "--n 101 --steps 2");
    CHECK(result.code == 2);
    CHECK(result.log.find("--n: expected 100 as on rank 0, found 101") !=
          std::string::npos);
    const auto missing =
        run_ranks(2, std::string{kNbody} + "--in /no/such/file");
    CHECK(missing.code == 2);
    const auto first = missing.log.find("/no/such/file");
    CHECK(first != std::string::npos);
    CHECK(missing.log.find("tasuki: error", first) == std::string::npos);
}
