// On what the bits of a run on CPUs depend: not on who computes what.
#include "tests/drivers/nbody/nbody_cli.hpp"
#include "tests/drivers/ranks_cli.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

struct Outcome {
    io::Snapshot state;
    nlohmann::json sums;
};

Outcome outcome_of(const CliResult& result, const std::string& checkpoint) {
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    const auto all = nlohmann::json::parse(result.out);
    return {snapshot_in(checkpoint), {all["initial"], all["final"]}};
}

void check_same(const Outcome& a, const Outcome& b) {
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
            "--overwrite "
            "--checkpoint {} --placement ",
            precision, file);
        const auto one = outcome_of(run_cli(run + "cpu --cpus 1"), file);
        for (const char* machine :
             {"cpu", "cpu --replay off", "cpu --cpu-workers 2",
              "dynamic --cpu-workers 2"}) {
            CAPTURE(machine);
            check_same(one, outcome_of(run_cli(run + machine), file));
        }
        for (const int ranks : {2, 3}) {
            CAPTURE(ranks);
            check_same(one, outcome_of(run_ranks(ranks, run + "cpu"), file));
        }
    }
}

TEST_CASE("a run goes on with the same bits on other ranks") {
    const Folder folder;
    const auto run = std::string{kNbody} + "--n 500 --json - --checkpoint ";
    const auto whole =
        outcome_of(run_cli(run + (folder / "whole.h5") + " --steps 12"),
                   folder / "whole.h5");
    REQUIRE(run_ranks(3, run + (folder / "part.h5") + " --steps 8").code == 0);
    const auto rest = outcome_of(
        run_ranks(2, run + (folder / "rest.h5") + " --steps 12 --resume " +
                         (folder / "part.h5")),
        folder / "rest.h5");
    CHECK(whole.state.bodies.position == rest.state.bodies.position);
    CHECK(whole.state.bodies.velocity == rest.state.bodies.velocity);
    CHECK(whole.sums[1] == rest.sums[1]);
}
