// A run that was ended, also by a signal, and goes on is the run that was not,
// bit by bit.
#include <fmt/format.h>

#include <filesystem>

#include "tests/close.hpp"
#include "tests/drivers/nbody/nbody_cli.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/drivers/resume.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

void check_same(const io::Snapshot& a, const io::Snapshot& b) {
    CHECK(a.step == b.step);
    CHECK(a.time == b.time);
    CHECK(a.bodies.mass == b.bodies.mass);
    CHECK(a.bodies.position == b.bodies.position);
    CHECK(a.bodies.velocity == b.bodies.velocity);
    CHECK(a.start.kinetic == b.start.kinetic);
    CHECK(a.start.potential == b.start.potential);
}

/// The table on stdout, below its head.
std::string table_of(const CliResult& result) {
    const auto begin = result.out.find("  step ");
    return result.out.substr(begin, result.out.find("\n\n", begin) - begin);
}

/// Steps take long, so that few of them pass before a signal comes.
constexpr const char* kSlow = "--n 3000 --seed 5 ";

/// Starts an endless run that has a checkpoint only if a signal asks for one;
/// sends SIGUSR1 at the first line of its table, and `signal` when the
/// checkpoint is there.
CliResult run_and_signal(const std::string& checkpoint,
                         const std::string& signal,
                         const std::string& before = "") {
    const Folder folder;
    const auto table = folder / "table";
    return run_command(fmt::format(
        "( {}'{}' {}{}--steps 10000000 --every 1000000 --checkpoint-every "
        "1000000 --checkpoint {} >'{}' & p=$!; until grep -q '^ *0 ' '{}' || ! "
        "kill -0 $p; do sleep 0.05; done; kill -USR1 $p; until [ -e '{}' ] || "
        "! kill -0 $p; do sleep 0.05; done; kill -{} $p; wait $p )",
        before, cli_path(), kNbody, kSlow, checkpoint, table, table, checkpoint,
        signal));
}

/// A run goes on from `file`, and ends where one does that was never ended.
void check_goes_on(const std::string& file, const std::string& before = "") {
    const Folder folder;
    const auto at = snapshot_in(file).step;
    REQUIRE(at > 0);
    const auto run =
        fmt::format("{}{}--steps {} --checkpoint ", kNbody, kSlow, at + 3);
    const auto rest =
        run_cli(run + (folder / "rest.h5") + " --resume " + file, before);
    CAPTURE(rest.log);
    REQUIRE(rest.code == 0);
    REQUIRE(run_cli(run + (folder / "whole.h5"), before).code == 0);
    check_same(snapshot_in(folder / "rest.h5"),
               snapshot_in(folder / "whole.h5"));
}

}  // namespace

TEST_CASE("a run in two parts is the run in one") {
    for (const char* precision : {"single", "mixed", "double"}) {
        CAPTURE(precision);
        const Folder folder;
        const auto run =
            fmt::format("{}--n 150 --model king --seed 9 --precision {} ",
                        kNbody, precision);
        const auto whole = saved(folder, "whole.h5", run + "--steps 40");
        const auto first = saved(folder, "first.h5", run + "--steps 17");
        const auto rest =
            saved(folder, "rest.h5",
                  kNbody + ("--steps 40 --every 7 --resume " + first));
        check_same(snapshot_in(whole), snapshot_in(rest));
        CHECK(snapshot_in(whole).bodies.position !=
              snapshot_in(first).bodies.position);
    }
}

TEST_CASE("a run to a time in two parts is the run in one") {
    const Folder folder;
    const auto run = std::string{kNbody} + "--n 100 --dt 0.01 ";
    // 0.335 is no multiple of the step.
    const auto whole = saved(folder, "whole.h5", run + "--until 0.335");
    CHECK(snapshot_in(whole).step == 34);
    CHECK(snapshot_in(whole).time == 0.335);
    const auto first = saved(folder, "first.h5", run + "--steps 20");
    const auto rest =
        saved(folder, "rest.h5", run + "--until 0.335 --resume " + first);
    check_same(snapshot_in(whole), snapshot_in(rest));
    // What goes on behind a short step counts from there.
    const auto more =
        saved(folder, "more.h5", kNbody + ("--steps 36 --resume " + rest));
    CHECK(snapshot_in(more).step == 36);
    CHECK(close(snapshot_in(more).time, 0.355, 1e-12));
}

TEST_CASE("a signal asks for a checkpoint, or ends the run with one") {
    for (const auto& [signal, code] : {std::pair{"TERM", 143}, {"INT", 130}}) {
        CAPTURE(signal);
        const Folder folder;
        const auto file = folder / "c.h5";
        const auto result = run_and_signal(file, signal);
        CAPTURE(result.log);
        CHECK(result.code == code);
        CHECK(contains(result.log,
                       fmt::format("interrupted after step {}; the same "
                                   "command with --resume {} goes on",
                                   snapshot_in(file).step, file)));
        CHECK(folder.names() == std::vector<std::string>{"c.h5"});
        if (code == 143) check_goes_on(file);
    }
}

TEST_CASE("ranks agree on the step after which a signal ends them") {
    const Folder folder;
    const auto file = folder / "c.h5";
    // mpirun itself gets the signals, and gives its ranks a second to end
    // unless told otherwise.
    auto mpirun = kMpirun;
    mpirun.replace(mpirun.find("timeout 120"), 11,
                   "OMPI_MCA_odls_base_sigkill_timeout=4");
    const auto ended = run_and_signal(file, "TERM", mpirun + "2 ");
    CAPTURE(ended.log);
    CHECK(ended.code != 0);
    CHECK(contains(ended.log, fmt::format("interrupted after step {};",
                                          snapshot_in(file).step)));
    check_goes_on(file);  // the bits of ranks are those of one process
}

TEST_CASE(
    "what disagrees with the file, or is damaged, is refused, and named") {
    const Folder folder;
    const auto file = saved(folder, "c.h5",
                            std::string{kNbody} + "--n 60 --seed 4 --steps 5");
    const auto resume = "--resume " + file;
    // Nothing to do is no error, and another run may begin with the bodies.
    const auto rest = nbody_json(resume + " --steps 5");
    CHECK(rest["steps"] == 5);
    CHECK(rest["first_step"] == 5);
    CHECK(nbody_json("--steps 3 --eps 0.1 --in " + file)["eps"] == 0.1);
    check_disagreements(
        kNbody + resume, file,
        {{"--eps 0.1", "--eps 0.1: the run that"},
         {"--gravity 2", "--gravity 2"},
         {"--precision double", "has single"},
         {"--n 61", "has 60"},
         {"--model king", "has plummer"},
         {"--in other.bin", "began with --model plummer"},
         {"--steps 4", "is at step 5 already"},
         {"--until 0.01", "expected a time from 0.0390625 on"}});
}

TEST_CASE("film and table are whole after a restart") {
    const Folder folder;
    const auto whole = folder / "whole", part = folder / "part",
               file = folder / "c.h5";
    const std::string run = "--n 60 --film --steps ";
    const auto one = run_nbody(run + "40 --out " + whole);
    REQUIRE(one.code == 0);
    REQUIRE(
        run_nbody(run + "16 --every 4 --checkpoint " + file + " --out " + part)
            .code == 0);
    const auto rest = run + "40 --out " + part + " --resume ";
    const auto two = run_nbody(rest + file);
    REQUIRE(two.code == 0);
    const auto film = read_file(whole + "/film.png");
    const bool same = read_file(part + "/film.png") == film;
    CHECK(same);
    CHECK(table_of(two) == table_of(one));
    // A run that is done is so again.
    const auto again = run_nbody(rest + part + "/snapshot_000040.h5");
    REQUIRE(again.code == 0);
    CHECK(table_of(again) == table_of(one));
    CHECK(again.log.empty());
    const auto late =
        run_nbody(run + "40 --resume " + file + " --out " + (folder / "late"));
    REQUIRE(late.code == 0);
    CHECK(contains(late.log, "no snapshot of step 0"));
}

TEST_CASE("snapshots of two runs do not get into one folder") {
    const Folder folder;
    const auto of = [&](int seed) {
        return fmt::format("--n 20 --seed {} --out {} ", seed, folder / "out");
    };
    const auto mine = saved(folder, "mine.h5",
                            std::string{kNbody} + "--n 20 --seed 1 --steps 4");
    REQUIRE(run_nbody(of(2) + "--steps 4").code == 0);
    const auto before = read_file(folder / "out/snapshot_000004.h5");
    CHECK(refused(run_nbody(of(1) + "--steps 4")));
    const auto other = run_nbody(of(1) + "--steps 8 --resume " + mine);
    CHECK(other.code == 2);
    CHECK(contains(other.log, "found snapshot_000000.h5 of another"));
    const bool same = read_file(folder / "out/snapshot_000004.h5") == before;
    CHECK(same);

    CHECK(run_nbody(of(1) + "--steps 3 --overwrite").code == 0);
    CHECK_FALSE(std::filesystem::exists(folder / "out/snapshot_000004.h5"));
    CHECK(run_nbody(of(1) + "--steps 8 --resume " + mine).code == 0);
}
