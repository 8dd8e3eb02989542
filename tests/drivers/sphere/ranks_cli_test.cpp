// `mpirun -np N tasuki sphere`: the numbers of one process, written once.
#include "tests/drivers/ranks_cli.hpp"

#include <cmath>
#include <filesystem>

#include "tests/drivers/sphere/sphere_cli.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("ranks follow the flow of one process, and the first one writes") {
    const Folder folder;
    const auto run = std::string{kSphere} +
                     "--truncation 15 --start random:4 --steps 4 --every 2 ";
    const auto one = run_cli(run + "--out " + (folder / "one"));
    REQUIRE(one.code == 0);
    for (const int ranks : {2, 3}) {
        CAPTURE(ranks);
        const auto out = folder / std::to_string(ranks);
        const auto some = run_ranks(ranks, run + "--out " + out);
        CAPTURE(some.log);
        REQUIRE(some.code == 0);
        const auto table = some.out.find("Barotropic");
        CHECK(table == 0);
        CHECK(some.out.find("Barotropic", table + 1) == std::string::npos);
        CHECK(std::distance(std::filesystem::directory_iterator{out}, {}) == 3);
        const auto a = flow_in(folder / "one/snapshot_000004.h5").vorticity;
        const auto b = flow_in(out + "/snapshot_000004.h5").vorticity;
        double worst = 0;
        for (std::size_t k = 0; k < a.size(); ++k)
            worst = std::max(worst, std::abs(a[k] - b[k]));
        CHECK(worst < 1e-13);
    }
    // Any number goes on.
    const auto rest = run_cli(std::string{kSphere} + "--steps 6 --resume " +
                              (folder / "2/snapshot_000004.h5"));
    CHECK(rest.code == 0);
}

TEST_CASE("what ranks of a flow disagree about is said once") {
    const auto run = program() + kSphere;
    const auto result = run_pair(run + "--truncation 9 --steps 2",
                                 run + "--truncation 10 --steps 2");
    CHECK(result.code == 2);
    CHECK(result.log.find("--truncation: expected 9 as on rank 0, found 10") !=
          std::string::npos);
}
