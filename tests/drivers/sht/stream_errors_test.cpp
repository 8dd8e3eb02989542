// What ends a stream: nothing half-written is left then, and an older file
// stays.
#include <cmath>
#include <string>

#include "tests/contains.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/drivers/sht/stream_files.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

constexpr std::size_t kFields = 12;

/// Three times of four levels; `count` values from `at` on are `value`.
std::string file_with(std::size_t at, double value, int format = NC_NETCDF4,
                      std::size_t count = 1) {
    NetcdfBytes file{format};
    const int time = file.axis("time", {0, 1, 2}, "days since 2020-01-01");
    const int level = file.axis("lev", {1, 2, 3, 4}, "1");
    const int rows = file.axis("lat", stream_latitudes(), "degrees_north");
    const int columns = file.axis("lon", stream_longitudes(), "degrees_east");
    std::vector<double> values(kFields * kRows * kColumns, 1.0);
    std::fill_n(values.begin() + std::ptrdiff_t(at), count, value);
    file.variable("t", {time, level, rows, columns}, values);
    return file.bytes();
}

/// Value in row 3 and column 5, from 1, of time 1 and level 2.
constexpr std::size_t kPlace =
    (1 * 4 + 2) * kRows * kColumns + 2 * kColumns + 4;

struct Files {
    explicit Files(const std::string& bytes) {
        write_file(folder / "in.nc", bytes);
        write_file(folder / "out.nc", "old");
    }
    CliResult run(const std::string& more = "") {
        return run_cli(kStream +
                       ("--overwrite --in " + (folder / "in.nc") + " --out " +
                        (folder / "out.nc") + " " + more));
    }
    bool left_alone() const {
        return folder.names().size() == 2 &&
               read_file(folder / "out.nc") == "old";
    }
    Folder folder;
};

}  // namespace

TEST_CASE("a bad field in the middle is named, and nothing is written") {
    for (const int format : {0, NC_NETCDF4}) {
        Files files{file_with(kPlace, NAN, format)};
        const auto result = files.run();
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(contains(result.log, (files.folder / "in.nc") +
                                       ": values are missing at t, time 1, "
                                       "level 2, latitude 3, longitude 5: "
                                       "expected numbers on the whole sphere, "
                                       "found nan"));
        CHECK(files.left_alone());
    }
}

TEST_CASE("numbers that overflow end a stream with exit code 4 and a place") {
    Files files{file_with(kPlace - 4, 1.7e308, NC_NETCDF4, kColumns)};
    const auto result = files.run("--truncation 5");
    CAPTURE(result.log);
    CHECK(result.code == 4);
    CHECK(result.log.find('\n') == result.log.size() - 1);
    CHECK(
        contains(result.log, "t, time 1, lev 2: the transform of its numbers"));
    CHECK(files.left_alone());
}

TEST_CASE("what a stream cannot do is refused") {
    Files files{file_with(0, 1)};
    for (const auto& [more, text] : {std::pair{"--op synthesis", "want --op"},
                                     {"--truncation 12", "latitudes"},
                                     {"--grid gauss", "for --op synthesis"},
                                     {"--fields 2", "says how many"},
                                     {"--variable x", "no such field"},
                                     {"--map m.png", "--map"}}) {
        CAPTURE(more);
        const auto result = files.run(more);
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(contains(result.log, text));
        CHECK(files.left_alone());
    }
    CHECK(refused(
        run_cli(kStream + ("--truncation 5 --in " + (files.folder / "in.nc") +
                           " --out " + (files.folder / "none") + "/s.nc"))));
    const auto pipe = run_command(
        "cat '" + (files.folder / "in.nc") + "' | '" + cli_path() + "' " +
        kStream + "--in /dev/stdin --out " + (files.folder / "s.nc"));
    CHECK(refused(pipe));
    CHECK(contains(pipe.log, "expected a regular file"));
    CHECK(files.left_alone());
    const auto ranks =
        run_ranks(2, kStream + ("--in " + (files.folder / "in.nc") + " --out " +
                                (files.folder / "s.nc")));
    CHECK(ranks.code == 2);
    CHECK(contains(ranks.log, "expected 1 rank, found 2"));
    CHECK(files.left_alone());
}
