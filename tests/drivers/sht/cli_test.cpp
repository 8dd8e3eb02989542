// `tasuki sht` as a user runs it, on the CPU.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <sstream>
#include <vector>

#include "drivers/sht/plan.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/sphere/grids/grid_read.hpp"
#include "io/sphere/spectrum_file.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/io/sphere/netcdf_bytes.hpp"
#include "tests/views/maps/png_pixels.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

constexpr const char* kSht = "sht --placement cpu --gpus 0 --repetitions 2 ";
constexpr double kPi = std::numbers::pi;

Json sht_json(const std::string& arguments) {
    return cli_json(kSht + arguments);
}

/// The numbers of a table of numbers below a line of names.
std::vector<std::vector<double>> rows_of(const std::string& csv) {
    std::vector<std::vector<double>> rows;
    std::istringstream lines{csv};
    std::string line, cell;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::istringstream cells{line};
        rows.emplace_back();
        while (std::getline(cells, cell, ','))
            rows.back().push_back(std::stod(cell));
    }
    return rows;
}

/// 2 + sin(phi): in 4 pi C_00 = 2, C_10 = 1 / sqrt(3).
constexpr const char* kTable =
    "# l m C S\n0 0 2 0\n1 0 0.57735026918962576 0\n1 1 0 0\n";

/// Two times of 2 + t + cos(phi) cos(lambda - 20 degrees) at cell centres.
std::string grid_bytes() {
    constexpr int kRows = 12, kColumns = 24;
    constexpr double kDegree = kPi / 180;
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

TEST_CASE("a round trip gives the spectrum back, and says how fast") {
    for (const auto& [data, grid] :
         {std::pair{"host", "gauss"}, {"device", "poles"}}) {
        CAPTURE(grid);
        const auto j = sht_json(fmt::format(
            "--truncation 21 --fields 3 --data {} --grid {}", data, grid));
        CHECK(j["roundtrip_rms"].get<double>() < 1e-14);
        CHECK(j["roundtrip_rms"].get<double>() > 0);
        CHECK(j["roundtrip_max"].get<double>() < 1e-13);
        CHECK(j["truncation"] == 21);
        CHECK(j["grid"]["kind"] == grid);
        CHECK(j["grid"]["longitudes"] == 64);
        CHECK(j["fields"] == 3);
        CHECK(j["data"] == data);
        CHECK(j["placement"] == "cpu");
        CHECK(j["analysis"]["cpu_fraction"] == 1);
        CHECK(j["workers"].size() == 1);
        // What the spectrum begins with.
        CHECK(close(j["mean"].get<double>(),
                    drivers::random_coefficients(0, 1, 0)[0].real() /
                        std::sqrt(4 * kPi),
                    1e-12));
        for (const char* way : {"synthesis", "analysis"}) {
            const auto& t = j[way];
            // J (M + 1)^2 K
            CHECK(close(
                t["gflops"].get<double>() * t["seconds_median"].get<double>(),
                3e-9 * 22 * 22 * j["grid"]["latitudes"].get<double>(), 1e-14));
        }
    }
}

TEST_CASE("a table becomes a field, and that the table again") {
    const Folder folder;
    write_file(folder / "in.txt", kTable);
    const auto j = sht_json("--op synthesis --in " + (folder / "in.txt") +
                            " --latitudes 16 --longitudes 24 --unit km --out " +
                            (folder / "f.nc"));
    CHECK(j["truncation"] == 1);
    CHECK(close(j["mean"].get<double>(), 2, 1e-14));
    CHECK(close(j["integral"].get<double>(), 8 * kPi, 1e-14));
    CHECK_FALSE(j.contains("analysis"));
    CHECK_FALSE(j.contains("roundtrip_rms"));
    const auto field = io::read_grid(*io::open_source(folder / "f.nc"));
    CHECK(field.unit == "km");
    const auto latitudes = io::latitudes_of(field.grid);
    for (std::size_t k = 0; k < field.values.size(); ++k)
        CHECK(std::abs(field.values[k] - 2 -
                       std::sin(latitudes[k / 24] * kPi / 180)) < 1e-14);
    for (const char* out : {"b.txt", "b.h5"}) {
        CAPTURE(out);
        const auto back = sht_json("--op analysis --in " + (folder / "f.nc") +
                                   " --truncation 1 --out " + (folder / out));
        CHECK_FALSE(back.contains("synthesis"));
        const auto s = io::read_spectrum(*io::open_source(folder / out), {});
        REQUIRE(s.degrees == 1);
        CHECK(std::abs(s.coefficients[0] - std::sqrt(16 * kPi)) < 1e-14);
        CHECK(std::abs(s.coefficients[1] - std::sqrt(4 * kPi / 3)) < 1e-14);
        CHECK(std::abs(s.coefficients[2]) < 1e-14);
    }
    // A grid's own greatest truncation.
    CHECK(sht_json("--op analysis --in " + (folder / "f.nc"))["truncation"] ==
          11);
}

TEST_CASE("the convention of a table is what the options say") {
    const Folder folder;
    write_file(folder / "in.txt", "0 0 1 0\n1 0 0 0\n1 1 1 0\n");
    const auto most = [&](const std::string& arguments) {
        return sht_json("--op synthesis --latitudes 33 --longitudes 64 --in " +
                        (folder / "in.txt") + " " + arguments)["maximum"]
            .get<double>();
    };
    // 1 + P cos(phi) cos(lambda)
    CHECK(close(most(""), 1 + std::sqrt(3), 1e-14));
    CHECK(close(most("--normalization schmidt"), 2, 1e-14));
    const Folder out;
    (void)most("--condon-shortley --out " + (out / "f.nc"));
    const auto field = io::read_grid(*io::open_source(out / "f.nc"));
    CHECK(close(field.values[16 * 64], 1 - std::sqrt(3), 1e-14));
}

TEST_CASE("a file of more degrees is cut, one of fewer is filled, both said") {
    const Folder folder;
    write_file(folder / "in.txt", kTable);
    auto j = sht_json("--truncation 0 --in " + (folder / "in.txt"));
    CHECK(j["note"] == "degrees 1 to 1 of the file are left out");
    CHECK(close(j["maximum"].get<double>(), 2, 1e-14));
    j = sht_json("--truncation 5 --in " + (folder / "in.txt"));
    CHECK(j["note"] == "degrees 2 to 5 are 0: the file ends before");
    const auto result =
        run_cli(kSht + ("--truncation 0 --in " + (folder / "in.txt")));
    CHECK(result.code == 0);
    CHECK(contains(result.out, "left out"));
    CHECK(contains(result.out, "rms error"));
}

TEST_CASE("options choose a group, a time and a level, and a date") {
    const Folder folder;
    NetcdfBytes file{NC_NETCDF4};
    const int lat = file.axis("lat", {60, 0, -60}, "degrees_north");
    const int lon = file.axis("lon", {0, 90, 180, 270}, "degrees_east");
    const int time = file.dimension("time", 2), lev = file.dimension("lev", 3);
    file.group("MODEL");
    std::vector<double> values;
    for (int k = 0; k < 72; ++k) values.push_back(k / 12);
    file.variable("T", {time, lev, lat, lon}, values);
    write_file(folder / "t.nc", file.bytes());
    const auto j = sht_json("--op analysis --in " + (folder / "t.nc") +
                            " --variable MODEL/T --time 1 --level 2");
    CHECK(close(j["mean"].get<double>(), 5, 1e-14));
    CHECK(j["note"] ==
          "time 1 of MODEL/T (0 to 1); level 2 of MODEL/T (0 to 2)");
    write_file(folder / "m.gfc",
               "end_of_head\ngfct 0 0 1 0 20000101\ntrnd 0 0 2 0\n");
    const auto at = sht_json("--op synthesis --epoch 2003-01-01 --in " +
                             (folder / "m.gfc"));
    CHECK(close(at["mean"].get<double>(), 7, 1e-14));
    const auto refused = run_cli(
        kSht + ("--op analysis --epoch 20030101 --in " + (folder / "t.nc")));
    CHECK(refused.code == 2);
    CHECK(contains(refused.log, "--epoch is for coefficients"));
    const auto timed = run_cli("sht --time 1 --in " + (folder / "m.gfc"));
    CHECK(timed.code == 2);
    CHECK(contains(timed.log, "--time is for grid files"));
}

TEST_CASE("maps and spectra") {
    const Folder folder;
    write_file(folder / "in.txt", "0 0 0 0\n1 0 1 0\n1 1 0 0\n");
    const auto j = sht_json("--op synthesis --in " + (folder / "in.txt") +
                            " --map-width 200 --map " + (folder / "m.png") +
                            " --spectrum " + (folder / "s.csv"));
    const auto image = png_pixels(read_file(folder / "m.png"));
    CHECK(image.width == 200);
    const auto north = image.at(100, 40), south = image.at(100, 100);
    CHECK(north.red > north.blue);
    CHECK(south.blue > south.red);
    // sqrt(3) sin(phi): the mean of its square is 1.
    const auto table = read_file(folder / "s.csv");
    CHECK(table.starts_with("l,power,variance\n0,0,0\n1,12.566"));
    (void)sht_json(
        "--truncation 9 --op synthesis --projection orthographic "
        "--centre 90,0 --spectrum " +
        (folder / "s.svg") + " --map " + (folder / "o.png"));
    CHECK(read_file(folder / "s.svg").starts_with("<svg"));
}

TEST_CASE("numbers that overflow end the run with exit code 4") {
    const Folder folder;
    write_file(folder / "in.txt", "0 0 1e308 0\n1 0 1e308 0\n1 1 1e308 0\n");
    const auto result =
        run_cli(kSht + ("--in " + (folder / "in.txt") +
                        " --op synthesis --out " + (folder / "f.nc")));
    CHECK(result.code == 4);
    CHECK(result.log.find('\n') == result.log.size() - 1);
    CHECK(folder.names().size() == 1);
}

TEST_CASE("a round trip that is broken ends the run with exit code 4") {
    const auto broken = std::filesystem::read_symlink("/proc/self/exe")
                            .replace_filename("broken_fft.so");
    const auto result =
        run_cli(std::string{kSht} + "--truncation 10 --op roundtrip",
                "LD_PRELOAD='" + broken.string() + "' ");
    CAPTURE(result.log);
    CHECK(result.code == 4);
    CHECK(contains(result.log, "after synthesis and analysis differs by"));
}

TEST_CASE("ranks transform what one process does, and the first one writes") {
    const Folder folder;
    const auto run = fmt::format(
        "{}--truncation 17 --fields 2 --overwrite --spectrum {} --json -", kSht,
        folder / "s.csv");
    const auto one = json_of(run_cli(run));
    const auto power = rows_of(read_file(folder / "s.csv"));
    const auto all = json_of(run_ranks(2, run));
    CHECK(all["workers"].size() == 2);
    CHECK(all["roundtrip_rms"].get<double>() < 1e-14);
    for (const char* key : {"integral", "minimum", "maximum"})
        CHECK(close(all[key].get<double>(), one[key].get<double>(), 1e-12));
    const auto of_ranks = rows_of(read_file(folder / "s.csv"));
    REQUIRE(power.size() == 18);
    REQUIRE(of_ranks.size() == power.size());
    for (std::size_t l = 0; l < power.size(); ++l) {
        REQUIRE(power[l].size() == 3);
        REQUIRE(of_ranks[l].size() == 3);
        CHECK(power[l][0] == static_cast<double>(l));
        for (std::size_t column = 0; column < 3; ++column)
            CHECK(close(of_ranks[l][column], power[l][column], 1e-12));
    }
}

TEST_CASE("a grid at cell centres, of a time, has the spectrum of its places") {
    const Folder folder;
    write_file(folder / "z.nc", grid_bytes());
    const auto run = [&](const std::string& more) {
        return run_cli(kSht +
                       ("--op analysis --truncation 1 --overwrite --in " +
                        (folder / "z.nc") + " --out " + (folder / "z.txt")) +
                       more);
    };
    for (const int time : {0, 1}) {
        const auto result = run(time == 0 ? "" : " --time 1");
        CAPTURE(result.log);
        REQUIRE(result.code == 0);
        CHECK(contains(result.out, fmt::format("time {} of z (0 to 1)", time)));
        CHECK(contains(result.log, "(longitude, latitude)"));
        const auto s =
            io::read_spectrum(*io::open_source(folder / "z.txt"), {});
        REQUIRE(s.degrees == 1);
        const auto mean = io::to_real(s.coefficients[0], 0, 0, {});
        CHECK(close(mean.c, 2 + time, 1e-13));
        const auto pair = io::to_real(s.coefficients[2], 1, 1, {});
        const double east = 20 * kPi / 180;
        CHECK(std::abs(pair.c - std::cos(east) / std::sqrt(3)) < 1e-14);
        CHECK(std::abs(pair.s - std::sin(east) / std::sqrt(3)) < 1e-14);
    }
    CHECK(refused(run(" --time 2")));
    CHECK(refused(run(" --time -1")));
}
