// No command overwrites what it reads, or what is there already.
#include <doctest/doctest.h>

#include <utility>

#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki;
using test::contains, test::Folder, test::refused, test::run_cli;
using test::read_file;

TEST_CASE("every command refuses an output by which something would be lost") {
    const Folder folder;
    const auto in = folder / "in";
    test::write_file(in, "precious");
    std::filesystem::create_directory(folder / "sub");
    test::write_file(folder / "sub/snapshot_000000.h5", "precious");
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
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(contains(result.log, reason));
    }
    CHECK(read_file(in) == "precious");
    CHECK(read_file(folder / "sub/snapshot_000000.h5") == "precious");
    CHECK(folder.names().size() == 2);
}
