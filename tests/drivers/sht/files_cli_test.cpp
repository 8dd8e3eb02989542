// `tasuki sht` on files in the forms that other programs give them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "io/hdf5/hdf5.hpp"
#include "io/sphere/spectrum_file.hpp"
#include "tests/close.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

constexpr const char* kShtFiles =
    "sht --placement cpu --gpus 0 --repetitions 1 ";

/// Two times of 2 + t + cos(phi) cos(lambda - 20 degrees) at cell centres.
std::string grid_bytes() {
    constexpr int kRows = 12, kColumns = 24;
    constexpr double kDegree = std::numbers::pi / 180;
    std::vector<double> lat, lon, values;
    for (int j = 0; j < kRows; ++j) lat.push_back(-90 + (j + 0.5) * 15);
    for (int i = 0; i < kColumns; ++i) lon.push_back((i + 0.5) * 15);
    for (int t = 0; t < 2; ++t)
        for (const double i : lon)
            for (const double j : lat)
                values.push_back(2 + t +
                                 std::cos(j * kDegree) *
                                     std::cos((i - 20) * kDegree));
    io::Hdf5Writer file;
    file.add_dataset("/lat", lat, {kRows});
    file.add_attribute("/lat", "units", std::string{"degrees_north"});
    file.add_dataset("/lon", lon, {kColumns});
    file.add_attribute("/lon", "units", std::string{"degrees_east"});
    file.add_dataset("/z", values, {2, kColumns, kRows});
    const auto image = file.image();
    return {reinterpret_cast<const char*>(image.data()), image.size()};
}

}  // namespace

TEST_CASE("a grid at cell centres, of a time, has the spectrum of its places") {
    const Folder folder;
    write_file(folder / "z.nc", grid_bytes());
    const auto run = [&](const std::string& more) {
        return run_cli(kShtFiles +
                       ("--op analysis --truncation 1 --overwrite --in " +
                        (folder / "z.nc") + " --out " + (folder / "z.txt")) +
                       more);
    };
    for (const int time : {0, 1}) {
        const auto result = run(time == 0 ? "" : " --time 1");
        CAPTURE(result.log);
        REQUIRE(result.code == 0);
        CHECK(result.out.find(fmt::format("time {} of z (0 to 1)", time)) !=
              std::string::npos);
        CHECK(result.log.find("(longitude, latitude)") != std::string::npos);
        const auto s =
            io::read_spectrum(*io::open_source(folder / "z.txt"), {});
        REQUIRE(s.degrees == 1);
        const auto mean = io::to_real(s.coefficients[0], 0, 0, {});
        CHECK(close(mean.c, 2 + time, 1e-13));
        const auto pair = io::to_real(s.coefficients[2], 1, 1, {});
        const double east = 20 * std::numbers::pi / 180;
        CHECK(std::abs(pair.c - std::cos(east) / std::sqrt(3)) < 1e-14);
        CHECK(std::abs(pair.s - std::sin(east) / std::sqrt(3)) < 1e-14);
    }
    CHECK(refused(run(" --time 2")));
    CHECK(refused(run(" --time -1")));
    CHECK(refused(run(" --time first")));
}

TEST_CASE("what a gravity model leaves out is said") {
    const Folder folder;
    write_file(folder / "m.gfc",
               "max_degree 2\nend_of_head\ngfc 2 0 1 0\ngfc 2 1 0 0\n"
               "gfc 2 2 0 0\n");
    const auto result =
        run_cli(kShtFiles +
                ("--op synthesis --truncation 3 --grid poles --json - --in " +
                 (folder / "m.gfc")));
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    const auto j = nlohmann::json::parse(result.out);
    CHECK(j["note"] ==
          "degrees 0 and 1 are not in the file: taken as 0; degrees 3 to 3 are "
          "0: the file ends before");
    CHECK(close(j["maximum"].get<double>(), std::sqrt(5.0), 0.01));
}

TEST_CASE("--time is for grids") {
    const Folder folder;
    write_file(folder / "in.txt", "0 0 1 0\n");
    const auto result =
        run_cli(kShtFiles + ("--time 1 --in " + (folder / "in.txt")));
    CHECK(refused(result));
    CHECK(result.log.find("--time is for grid files") != std::string::npos);
    CHECK(refused(run_cli("sht --time 1")));
}
