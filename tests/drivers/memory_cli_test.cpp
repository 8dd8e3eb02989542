// Memory and CPUs of a run: what --dry-run says, what limits of the process and
// the environment leave, and what is said about it.
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <vector>

#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/skip.hpp"

using namespace tasuki::test;

namespace {

/// `text` with the folder's path wherever it has DIR.
std::string in_folder(std::string text, const Folder& folder) {
    for (auto at = text.find("DIR"); at != std::string::npos;
         at = text.find("DIR"))
        text.replace(at, 3, folder.path());
    return text;
}

/// Largest memory that a run of the program has had [B].
double peak_of(const std::string& arguments) {
    std::vector<std::string> words{cli_path()};
    std::istringstream text{arguments};
    for (std::string word; text >> word;) words.push_back(word);
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        // What is freed is not had any more: mimalloc, of versions 2.0 and
        // later ones, would give it back some time later.
        setenv("MIMALLOC_DECOMMIT_DELAY", "0", 1);
        setenv("MIMALLOC_PURGE_DELAY", "0", 1);
        static_cast<void>(std::freopen("/dev/null", "w", stdout));
        static_cast<void>(std::freopen("/dev/null", "w", stderr));
        execv(argv[0], argv.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    REQUIRE(wait4(child, &status, 0, &usage) == child);
    REQUIRE(WIFEXITED(status));
    REQUIRE(WEXITSTATUS(status) == 0);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

/// CPUs of this process, or 0 where they cannot be asked.
int cpus_here() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

}  // namespace

TEST_CASE("what --dry-run says is what a run needs") {
    // Two sizes, the larger of which needs tens of MB more.
    struct Runs {
        std::string command, small, large;
    };
    for (const Runs& runs :
         {Runs{"wilson --gpus 0 --gauge cold --repetitions 1 --iterations 1",
               "--lattice 8x8x8x16", "--lattice 16x16x16x16"},
          Runs{"solve --gpus 0 --gauge cold --kappa 0.05 --tolerance 1e-3",
               "--lattice 4x8x8x16 --out DIR/a.h5",
               "--lattice 8x8x16x16 --out DIR/b.h5"},
          Runs{"sht --gpus 0 --fields 8 --repetitions 1", "--truncation 85",
               "--truncation 341"},
          Runs{"sphere --gpus 0 --steps 1", "--truncation 85",
               "--truncation 341"},
          Runs{"gauge generate --gpus 0 --beta 6 --sweeps 1 --seed 1",
               "--lattice 8x8x8x16 --out DIR/a.nersc",
               "--lattice 12x12x12x16 --out DIR/b.nersc"}}) {
        CAPTURE(runs.command);
        const Folder folder;
        const auto small = in_folder(runs.command + " " + runs.small, folder);
        const auto large = in_folder(runs.command + " " + runs.large, folder);
        const auto estimate_of = [](const std::string& arguments) {
            return cli_json(arguments + " --dry-run")["host_bytes"]
                .get<double>();
        };
        // What the process itself has is the same in both.
        const double said = estimate_of(large) - estimate_of(small);
        const double had = peak_of(large) - peak_of(small);
        // Allocators round and keep some, but not as much as that.
        CHECK(said > 0.5 * had);
        CHECK(said < 2 * had);
    }
}

TEST_CASE("what outputs take is counted") {
    const Folder folder;
    const auto bytes_of = [&](const std::string& arguments,
                              const std::string& name) {
        const auto j = cli_json(in_folder(arguments, folder) + " --dry-run");
        double bytes = 0;
        for (const auto& part : j["parts"])
            if (part["name"] == name) bytes += part["host_bytes"].get<double>();
        return bytes;
    };
    // A newer state, those of two outputs and one that waits, and of two their
    // files and what HDF5 puts together.
    const std::string nbody = "nbody --n 1000 --gpus 0 --out DIR/o ";
    constexpr double body = 7 * 8, in_file = body + 2 * 4;
    CHECK(bytes_of(nbody + "--outputs-beside 2", "output") ==
          1000 * ((1 + 3) * body + 2 * 2 * in_file));
    CHECK(bytes_of(nbody + "--outputs-beside 5", "output") ==
          1000 * ((1 + 6) * body + 2 * 5 * in_file));
    CHECK(bytes_of(nbody + "--outputs-beside 0", "output") ==
          1000 * ((1 + 1) * body + 2 * in_file));
    CHECK(bytes_of(nbody, "pictures") == 0);
    // Densities of pixels; numbers of bodies, and grids of 880 and, half as
    // wide each, up to 43 cells, with a tenth of the picture on each side; two
    // lists of the bodies. Larger than the picture and its file.
    constexpr double drawn = 8 * 720 * 720 + 4 * 865 * 865 +
                             4 * (880 * 880 + 448 * 448 + 232 * 232 +
                                  124 * 124 + 70 * 70 + 43 * 43) +
                             2 * 12 * 1000;
    const auto pictures = nbody + "--pictures --outputs-beside ";
    CHECK(close(bytes_of(pictures + "2", "pictures"), 2 * drawn, 0.02));
    CHECK(close(bytes_of(pictures + "0", "pictures"), drawn, 0.02));

    const std::string sphere = "sphere --truncation 85 --gpus 0 --out DIR/o ";
    constexpr double spectrum = 86 * 87 / 2 * 16, field = 256 * 128 * 8;
    CHECK(bytes_of(sphere + "--outputs-beside 2", "output") ==
          (1 + 3 + 2 * 2) * (spectrum + field));
    // A row or column of pixels of the map has two places of 8 bytes, a pixel
    // of a sphere four samples of 12 bytes and their number; a picture the
    // field with poles, and three times its pixels.
    constexpr double map = (936 + 468) * 2 * 8,
                     picture = 130 * 257 * 8 + 3 * 3 * 960 * 554;
    constexpr double globe = 936 * 936 * 49,
                     picture_of_globe = 130 * 257 * 8 + 3 * 3 * 960 * 1022;
    CHECK(bytes_of(sphere, "pictures") == 0);
    CHECK(bytes_of(sphere + "--pictures --outputs-beside 2", "pictures") ==
          map + 2 * picture);
    CHECK(bytes_of(sphere + "--pictures --outputs-beside 0", "pictures") ==
          map + picture);
    CHECK(bytes_of(sphere + "--pictures --outputs-beside 0 --projection "
                            "orthographic",
                   "pictures") == globe + picture_of_globe);

    const std::string solve = "solve --gauge cold --lattice 4x4x4x8 --gpus 0 ";
    constexpr double solution = 4 * 4 * 4 * 8 * 24 * 8;
    const std::string out = "--out DIR/p.h5 ";
    CHECK(bytes_of(solve, "propagator") == 0);
    CHECK(bytes_of(solve + out, "propagator") == 3 * solution);
    CHECK(bytes_of(solve + out + "--outputs-beside 0", "propagator") ==
          solution);
    CHECK(bytes_of(solve + out, "parts for HDF5") == solution + 4);
    CHECK(bytes_of(solve + "--out DIR/p.lime", "propagator") == 12 * solution);
    CHECK(bytes_of(solve + "--out DIR/p.lime", "parts for HDF5") == 0);
    CHECK(folder.names().empty());
}

TEST_CASE("a dry run computes nothing and writes no result") {
    const Folder folder;
    for (const std::string arguments :
         {"wilson", "solve --out DIR/s.h5",
          "nbody --out DIR/o --checkpoint DIR/c --steps 4",
          "sht --out DIR/g.nc --op synthesis", "sphere --out DIR/s",
          "gauge generate --beta 6 --lattice 4x4x4x4 --sweeps 1 --seed 1 --out "
          "DIR/u.nersc"}) {
        CAPTURE(arguments);
        const auto given = in_folder(arguments, folder) + " --dry-run";
        const auto j = cli_json(given);
        CHECK(folder.names().empty());
        CHECK(j["dry_run"] == true);
        CHECK(j["fits"] == true);
        double sum = 0;
        for (const auto& part : j["parts"])
            sum += part["host_bytes"].get<double>();
        CHECK(close(j["host_bytes"].get<double>(), sum, 1e-12));
        CHECK(j["memories"][0]["name"] == "host memory");
    }
    const auto table = run_cli("wilson --dry-run");
    CHECK(table.code == 0);
    CHECK(contains(table.out, "nothing computed"));
}

TEST_CASE("limits of the process are limits of a run") {
    // The data of cuFFT leave too little of 300 MB to start with mimalloc.
    for (const auto& [arguments, data_limit] :
         {std::pair{"sht --truncation 341 --fields 64", "400000"},
          std::pair{"nbody --n 5000000 --steps 0", "300000"}}) {
        CAPTURE(arguments);
        const auto space = run_cli(arguments, "ulimit -v 400000; exec ");
        CAPTURE(space.log);
        CHECK(space.code == 3);
        CHECK(contains(space.log, "MB of address space (ulimit -v)"));
        const auto data = run_cli(
            arguments, std::string{"ulimit -d "} + data_limit + "; exec ");
        CAPTURE(data.log);
        CHECK(data.code == 3);
        CHECK(contains(data.log, "MB of data segment (ulimit -d)"));
    }
    // A limit with room for it is no reason to refuse.
    CHECK(run_cli("nbody --n 64 --steps 1 --gpus 0", "ulimit -v 400000; exec ")
              .code == 0);
}

TEST_CASE("CPUs that the environment takes away are left, and that is said") {
    if (cpus_here() < 2) return skip("one CPU cannot become fewer");
    const std::string run = "nbody --n 64 --steps 1 --gpus 0 ";
    const auto threads = run_cli(run, "OMP_NUM_THREADS=1 ");
    CHECK(threads.code == 0);
    CHECK(contains(threads.out, "CPU x1"));
    CHECK(contains(threads.log, "computing with 1 of "));
    CHECK(contains(threads.log, "OMP_NUM_THREADS=1"));
    CHECK(contains(run_cli(run, "OMP_THREAD_LIMIT=1 ").log,
                   "CPUs: OMP_THREAD_LIMIT=1"));
    const std::string on_one =
        "taskset -c $(taskset -cp $$ | sed 's/.*: //; s/[-,].*//') " +
        program() + run;
    for (const auto& [bound, said] :
         {std::pair{run_command(on_one), std::string{"CPUs: affinity"}},
          // as mpirun itself does, which binds a rank or two to a core each
          {run_command(kMpirun + "1 " + on_one),
           "compute with 1 of its " + std::to_string(cpus_here()) +
               " CPUs: the launcher"}}) {
        CHECK(bound.code == 0);
        CHECK(contains(bound.out, "CPU x1"));
        CHECK(contains(bound.log, said));
    }
    // It is said once, and not where the user says how many.
    CHECK(threads.log.find("computing with") ==
          threads.log.rfind("computing with"));
    const auto told = run_cli(run + "--cpus 2", "OMP_NUM_THREADS=1 ");
    CHECK(contains(told.out, "CPU x2"));
    CHECK_FALSE(contains(told.log, "computing with"));
    // It would bind the process to one CPU before it begins.
    const auto placed = run_cli(run, "OMP_PROC_BIND=true OMP_PLACES=cores ");
    CHECK(placed.code == 0);
    CHECK_FALSE(contains(placed.log, "computing with"));
}
