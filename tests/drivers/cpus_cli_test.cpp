// Which CPUs a run takes, and what it says about that.
#include <doctest/doctest.h>
#include <sched.h>

#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"
#include "tests/skip.hpp"

using namespace tasuki::test;

namespace {

const std::string kRun = "nbody --n 64 --steps 1 --gpus 0 ";

/// CPUs of this process, or 0 where they cannot be asked.
int cpus_here() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

}  // namespace

TEST_CASE("CPUs that the environment takes away are left, and that is said") {
    if (cpus_here() < 2) return skip("one CPU cannot become fewer");
    const auto threads = run_cli(kRun, "OMP_NUM_THREADS=1 ");
    CHECK(threads.code == 0);
    CHECK(contains(threads.out, "CPU x1"));
    CHECK(contains(threads.log, "computing with 1 of "));
    CHECK(contains(threads.log, "OMP_NUM_THREADS=1"));
    const auto bound = run_command(
        "taskset -c $(taskset -cp $$ | sed 's/.*: //; s/[-,].*//') "
        "'" +
        cli_path() + "' " + kRun);
    CHECK(bound.code == 0);
    CHECK(contains(bound.out, "CPU x1"));
    CHECK(contains(bound.log, "CPUs: affinity"));
    // It is said once, and not where the user says how many.
    CHECK(threads.log.find("computing with") ==
          threads.log.rfind("computing with"));
    const auto told = run_cli(kRun + "--cpus 2", "OMP_NUM_THREADS=1 ");
    CHECK(contains(told.out, "CPU x2"));
    CHECK_FALSE(contains(told.log, "computing with"));
    // It would bind the process to one CPU before it begins.
    const auto placed = run_cli(kRun, "OMP_PROC_BIND=true OMP_PLACES=cores ");
    CHECK(placed.code == 0);
    CHECK_FALSE(contains(placed.log, "computing with"));
    CHECK_FALSE(contains(run_cli(kRun, "unset OMP_NUM_THREADS; ").log,
                         "OMP_NUM_THREADS"));
}

TEST_CASE("more CPUs than there are end a run at once, with both numbers") {
    for (const std::string command :
         {"wilson", "nbody", "sht", "sphere",
          "gauge generate --beta 6 --lattice 4x4x4x4 --sweeps 1 --seed 1 --out "
          "/tmp/never.nersc"})
        for (const char* dry : {"", " --dry-run"}) {
            CAPTURE(command);
            const auto result = run_cli(command + " --cpus 4000" + dry);
            CHECK(result.code == 3);
            CHECK(result.out.empty());
            CHECK(contains(result.log,
                           "4000 CPUs were asked for: this process may use "));
        }
}
