// What cannot be written, or not be looked at, ends with one line that names it
// and exit code 2, whatever command it is.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

using tasuki::test::cli_path, tasuki::test::run_cli, tasuki::test::run_command;
using tasuki::test::Folder, tasuki::test::contains, tasuki::test::read_file;
using tasuki::test::refused, tasuki::test::write_file;

TEST_CASE("a full stdout is no success") {
    for (const char* arguments :
         {"--help", "wilson --help", "--version", "devices",
          "wilson --sched help", "compare wilson --gpus 0 --dry-run",
          // More than stdout's buffer holds.
          "compare wilson --gpus 0 --dry-run --lattices 4x4x4x8..1024",
          "compare nbody --gpus 0 --n 2..65536 --dry-run",
          "nbody --n 10 --steps 1 --gpus 0", "bench nbody --n 64 --gpus 0"}) {
        CAPTURE(arguments);
        const auto result = run_command("sh -c \"'" + cli_path() + "' " +
                                        arguments + " >/dev/full\"");
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

TEST_CASE("a comparison past ulimit -f ends likewise, and so do its cells") {
    const Folder folder;
    // 8 blocks of 512 or 1024 bytes; the page has 13 kB.
    const auto result = run_command(fmt::format(
        "ulimit -f 8; '{}' --quiet compare nbody --gpus 0 --n 64 --precisions "
        "single --scheds lws --reps 1 --out {}",
        cli_path(), folder / "out"));
    CHECK(refused(result));
    CHECK(contains(result.log, "report.html: cannot write: File too large"));
}

TEST_CASE("a loop of links is a path that cannot be used, and no bug") {
    const Folder folder;
    const auto loop = folder / "loop";
    std::filesystem::create_symlink("loop", loop);
    for (const char* command :
         {"compare report ", "compare wilson --gpus 0 --dry-run --out ",
          "compare wilson --gpus 0 --out ", "trace summary ", "trace report ",
          "trace view ", "gauge info ", "nbody --in ", "nbody --resume ",
          "nbody --gpus 0 --n 10 --steps 8 --trace ",
          "nbody --gpus 0 --n 10 --steps 1 --checkpoint ",
          "nbody --gpus 0 --n 10 --steps 1 --out ",
          "nbody --gpus 0 --n 10 --steps 1 --json ", "sht --in ",
          "sphere --start ", "bench nbody --gpus 0 --n 64 --csv "}) {
        CAPTURE(command);
        const auto result = run_cli(command + loop);
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(contains(result.log, "Too many levels of symbolic links"));
        CHECK(contains(result.log, "loop"));
    }
}
