// What the command line says of itself, and what no command does to files.
// Words that it does not know are in tests/drivers/refusals.txt.
#include <filesystem>
#include <utility>

#include "drivers/parse_errors.hpp"
#include "runtime/core/version.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki;
using test::cli_path, test::contains, test::Folder, test::read_file;
using test::refused, test::run_cli, test::run_command, test::write_file;

TEST_CASE("a slip is a letter more, less, another or swapped, no further") {
    const std::vector<std::string> names{"wilson", "devices", "gauge"};
    using drivers::closest;
    CHECK(closest("wlison", names) == "wilson");
    CHECK(closest("device", names) == "devices");
    CHECK(closest("guage", names) == "gauge");
    CHECK(closest("guagge", names) == "gauge");
    CHECK(closest("gug", names).empty());  // two letters of three
    CHECK(closest("gauges", names) == "gauge");
    CHECK(closest("nbody", names).empty());
    CHECK(closest("", names).empty());
}

TEST_CASE("help and versions go to stdout, with exit code 0") {
    for (const char* arguments : {"--help", "wilson --help", "gauge --help",
                                  "gauge convert --help", "--version"}) {
        CAPTURE(arguments);
        const auto result = run_cli(arguments);
        CHECK(result.code == 0);
        CHECK(result.log.empty());
        CHECK_FALSE(result.out.empty());
    }
    const auto result = run_cli("--version");
    CHECK(result.out == "tasuki " + runtime::version() + '\n');
    CHECK(contains(result.out, "StarPU 1.4."));
}

TEST_CASE("a full stdout is no success") {
    for (const char* arguments :
         {"wilson --help", "devices", "wilson --sched help",
          // More than stdout's buffer holds.
          "compare wilson --gpus 0 --dry-run --lattices 4x4x4x8..1024",
          "nbody --n 10 --steps 1 --gpus 0", "bench nbody --n 64 --gpus 0"}) {
        CAPTURE(arguments);
        const auto result = run_command("sh -c \"'" + cli_path() + "' " +
                                        arguments + " >/dev/full\"");
        if (is_missing(result)) continue;
        CHECK(result.code == 2);
        CHECK(result.log ==
              "tasuki: error: stdout: cannot write: No space left on device\n");
    }
}

TEST_CASE("past ulimit -f a write fails, and an older file stays") {
    const Folder folder;
    const auto target = folder / "links.nersc";
    write_file(target, "older");
    // 8 blocks of 512 or 1024 bytes, of a file of 147 kB.
    const auto result =
        run_command("ulimit -f 8; '" + cli_path() +
                    "' --quiet gauge generate --overwrite --beta 6 --seed "
                    "1 --lattice 4x4x4x4 --sweeps 0 "
                    "--out " +
                    target);
    CHECK(refused(result));
    CHECK(contains(result.log, "File too large"));
    CHECK(contains(result.log, target));
    CHECK(read_file(target) == "older");
    CHECK(folder.names().size() == 1);
}

TEST_CASE("a loop of links is a path that cannot be used, and no bug") {
    const Folder folder;
    const auto loop = folder / "loop";
    std::filesystem::create_symlink("loop", loop);
    for (const char* command :
         {"compare report ", "compare wilson --gpus 0 --out ", "trace summary ",
          "gauge info ", "nbody --in ", "nbody --resume ",
          "nbody --gpus 0 --n 10 --steps 8 --trace ",
          "nbody --gpus 0 --n 10 --steps 1 --checkpoint ",
          "nbody --gpus 0 --n 10 --steps 1 --json ", "sphere --start "}) {
        CAPTURE(command);
        const auto result = run_cli(command + loop);
        if (is_missing(result)) continue;
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(contains(result.log, "Too many levels of symbolic links"));
        CHECK(contains(result.log, "loop"));
    }
}

TEST_CASE("every command refuses an output by which something would be lost") {
    const Folder folder;
    const auto in = folder / "in";
    write_file(in, "precious");
    std::filesystem::create_directory(folder / "sub");
    write_file(folder / "sub/snapshot_000000.h5", "precious");
    const auto at = "cd '" + folder.path() + "' && ";
    const std::string input = "expected another file than ",
                      twice = "expected two files", there = "--overwrite";
    const std::pair<std::string, std::string> cases[] = {
        {"nbody --in in --checkpoint in --overwrite", input + "--in"},
        {"nbody --resume in --json in --overwrite", input + "--resume"},
        {"nbody --checkpoint new --json new", twice},
        {"nbody --out new --trace new", twice},
        {"nbody --out sub", there},
        {"nbody --in sub/snapshot_000000.h5 --out sub --overwrite",
         "expected another folder than that of --in"},
        {"nbody --checkpoint in", there},
        {"sphere --resume in --json in --overwrite", input + "--resume"},
        {"sphere --start in --checkpoint ./in --overwrite", input + "--start"},
        {"sphere --checkpoint in", there},
        {"sphere --out sub", there},
        {"wilson --gauge in --json in --overwrite", input + "--gauge"},
        {"wilson --json in", there},
        {"wilson --trace sub", there},
        {"wilson --trace new --json new", twice},
        {"sht --in in --out ./in --overwrite", input + "--in"},
        {"sht --out new.nc --json new.nc", twice},
        {"sht --map new.png --spectrum sub/../new.png", twice},
        {"gauge info in --json in --overwrite", input + "FILE"},
        {"gauge convert in in --format nersc --overwrite", input + "IN"},
        {"gauge convert in sub/snapshot_000000.h5 --format nersc", there},
        {"gauge generate --beta 6 --lattice 4x4x4x4 --sweeps 1 --seed 1 "
         "--format nersc --out in",
         there},
        {"devices --json in", there},
        {"devices --write-machine in", there},
        {"bench nbody --hip-vs-cuda in sub/snapshot_000000.h5 --json in "
         "--overwrite",
         input + "--hip-vs-cuda"},
        {"bench nbody --csv new --svg new", twice},
        {"bench sht --json in", there},
        {"bench wilson --json in", there},
        {"trace summary sub --json in", there},
        {"trace compare sub sub --json in", there},
        {"trace view sub --png in", there},
    };
    for (const auto& [words, reason] : cases) {
        CAPTURE(words);
        const auto result = run_cli(words, at);
        if (is_missing(result)) continue;
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(contains(result.log, reason));
    }
    CHECK(read_file(in) == "precious");
    CHECK(read_file(folder / "sub/snapshot_000000.h5") == "precious");
    CHECK(folder.names().size() == 2);
}
