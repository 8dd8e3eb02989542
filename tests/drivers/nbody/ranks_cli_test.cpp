// `mpirun -np N tasuki nbody`: the bits of one process, written once; they do
// not depend on who computes what.
#include "tests/drivers/ranks_cli.hpp"

#include <filesystem>

#include "tests/drivers/nbody/nbody_cli.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

struct Outcome {
    io::Snapshot state;
    Json sums;
};

Outcome outcome_of(const CliResult& result, const std::string& checkpoint) {
    const auto all = json_of(result);
    return {snapshot_in(checkpoint), {all["initial"], all["final"]}};
}

void check_equal(const Outcome& a, const Outcome& b) {
    CHECK(a.state.bodies.position == b.state.bodies.position);
    CHECK(a.state.bodies.velocity == b.state.bodies.velocity);
    CHECK(a.sums == b.sums);
}

}  // namespace

TEST_CASE("bits of bodies and energies depend on no rank, worker or CPU") {
    for (const char* precision : {"single", "mixed", "double"}) {
        CAPTURE(precision);
        const Folder folder;
        const auto file = folder / "end.h5";
        // No multiple of a run of sources, nor of lanes.
        const auto run = fmt::format(
            "nbody --gpus 0 --n 1003 --steps 8 --precision {} --json - "
            "--overwrite --checkpoint {} --placement ",
            precision, file);
        const auto one = outcome_of(run_cli(run + "cpu --cpus 1"), file);
        for (const char* machine :
             {"cpu --capture off", "dynamic --cpu-workers 2"}) {
            CAPTURE(machine);
            check_equal(one, outcome_of(run_cli(run + machine), file));
        }
        const auto ranks = run_ranks(3, run + "cpu");
        check_equal(one, outcome_of(ranks, file));
        CHECK(json_of(ranks)["workers"].size() == 3);
    }
}

TEST_CASE("the first rank writes, and other ranks go on with the same bits") {
    const Folder folder;
    const auto run = std::string{kNbody} + "--n 500 --json - --steps ";
    const auto saved = [&](const char* name) {
        return " --checkpoint " + (folder / name);
    };
    const auto whole = outcome_of(run_cli(run + "12" + saved("whole.h5")),
                                  folder / "whole.h5");
    const auto out = folder / "out";
    REQUIRE(run_ranks(3, run + "8 --every 4 --pictures --out " + out).code ==
            0);
    CHECK(std::distance(std::filesystem::directory_iterator{out}, {}) == 6);
    const auto rest =
        outcome_of(run_ranks(2, run + "12" + saved("rest.h5") + " --resume " +
                                    out + "/snapshot_000008.h5"),
                   folder / "rest.h5");
    CHECK(whole.state.bodies.position == rest.state.bodies.position);
    CHECK(whole.state.bodies.velocity == rest.state.bodies.velocity);
    CHECK(whole.sums[1] == rest.sums[1]);
}
