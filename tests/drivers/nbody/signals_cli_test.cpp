// A run with a checkpoint that a signal ends, or asks for one, loses nothing.
#include "tests/contains.hpp"
#include "tests/drivers/nbody/nbody_cli.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/drivers/signals.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

constexpr const char* kSignalled = "--n 300 --seed 5 ";

/// Ends far away, so that what asks for a checkpoint is the signal.
std::string endless(const std::string& file) {
    return fmt::format(
        "{}{}--steps 10000000 --every 1000000 --checkpoint-every 1000000 "
        "--checkpoint {}",
        kNbody, kSignalled, file);
}

/// `run` goes on from `file`, and ends where one does that was never ended.
void check_goes_on(const std::string& file, const std::string& before = "") {
    const Folder folder;
    const auto at = snapshot_in(file).step;
    REQUIRE(at > 0);
    const auto end = fmt::format("--steps {} --checkpoint ", at + 7);
    const auto rest =
        run_cli(fmt::format("{}{}--resume {} {}", kNbody, kSignalled, file,
                            end + (folder / "rest.h5")),
                before);
    CAPTURE(rest.log);
    REQUIRE(rest.code == 0);
    const auto whole = run_cli(
        std::string{kNbody} + kSignalled + end + (folder / "whole.h5"), before);
    REQUIRE(whole.code == 0);
    const auto a = snapshot_in(folder / "rest.h5").bodies,
               b = snapshot_in(folder / "whole.h5").bodies;
    CHECK(a.position == b.position);
    CHECK(a.velocity == b.velocity);
}

}  // namespace

TEST_CASE("a signal asks for a checkpoint, or ends the run with one") {
    for (const auto& [signal, code] : {std::pair{"TERM", 143}, {"INT", 130}}) {
        CAPTURE(signal);
        const Folder folder;
        const auto file = folder / "c.h5";
        const auto result = run_and_signal(endless(file), file, signal);
        CAPTURE(result.log);
        CHECK(result.code == code);
        CHECK(contains(result.log,
                       fmt::format("interrupted after step {}; the same "
                                   "command with --resume {} goes on",
                                   snapshot_in(file).step, file)));
        CHECK(folder.names() == std::vector<std::string>{"c.h5"});
        check_goes_on(file);
    }
}

TEST_CASE("ranks agree on the step after which they end") {
    const Folder folder;
    const auto file = folder / "c.h5";
    // mpirun itself gets the signals, and gives its ranks a second to end
    // unless told otherwise.
    auto mpirun = kMpirun;
    mpirun.replace(mpirun.find("timeout 120"), 11,
                   "OMPI_MCA_odls_base_sigkill_timeout=4");
    const auto ended =
        run_and_signal(endless(file), file, "TERM", mpirun + "2 ");
    CAPTURE(ended.log);
    CHECK(ended.code != 0);
    CHECK(contains(ended.log, fmt::format("interrupted after step {};",
                                          snapshot_in(file).step)));
    check_goes_on(file, kMpirun + "2 ");
}
