// `tasuki sphere` as scripts and people use it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "codelets/sphere/truncation.hpp"
#include "drivers/sphere/start.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/drivers/resume.hpp"
#include "tests/drivers/sphere/sphere_cli.hpp"
#include "tests/views/maps/png_pixels.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("the JSON of a flow has what scripts rely on") {
    const auto j = sphere_json(
        "--truncation 21 --start random:6 --seed 3 --wind 0.3 --steps 12");
    CHECK(j["truncation"] == 21);
    CHECK(j["grid"]["longitudes"] == 64);
    CHECK(j["grid"]["latitudes"] == 32);
    CHECK(j["start"] == "random:6,20");
    CHECK(j["seed"] == 3);
    CHECK(j["wind"] == 0.3);
    CHECK(close(j["rotation"].get<double>(), 2 * std::acos(-1), 1e-15));
    CHECK(j["order"] == 4);
    CHECK(j["steps"] == 12);
    CHECK(close(j["time"].get<double>(), 12 * j["dt"].get<double>(), 1e-14));
    CHECK(j["placement"] == "cpu");
    CHECK(j["cpu_fraction"] == 1);
    CHECK(j["workers"].size() == 1);
    CHECK(close(j["energy"]["initial"].get<double>(), 0.045, 1e-13));
    for (const char* key : {"energy", "enstrophy"}) {
        CAPTURE(key);
        const double initial = j[key]["initial"], last = j[key]["final"];
        CHECK(last < initial);  // damped
        CHECK(near(j[key]["drift"].get<double>(), last / initial - 1, 3e-16));
    }
    for (const char* key : {"cfl", "cfl_max", "seconds_median", "seconds_all"})
        CHECK(j.contains(key));
}

TEST_CASE("the table shows a wave that keeps its energy") {
    const auto result = run_sphere("--truncation 15 --days 0.5");
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    for (const char* text :
         {"T15 on 48 x 24, rossby-haurwitz:5,4", "damping     none",
          "enstrophy", "CFL", "steps/s", "0.5000", "ms per step"})
        CHECK(contains(result.out, text));
    const auto j = sphere_json("--truncation 15 --days 0.5");
    CHECK(j["time"] == 0.5);
    // 36 steps of 1/72 day, in which waves turn by 0.05.
    CHECK(std::abs(j["energy"]["drift"].get<double>()) < 1e-6);
    CHECK(std::abs(j["enstrophy"]["drift"].get<double>()) < 1e-6);
}

TEST_CASE("a wave is where it should be after days") {
    const Folder folder;
    const auto j =
        sphere_json("--truncation 12 --days 2 --dt 0.005 --checkpoint " +
                    (folder / "c.h5"));
    const auto end = flow_in(folder / "c.h5");
    const auto t = sphere::triangle(12);
    const auto first = drivers::rossby_haurwitz(12, 5, 4);
    // The speed of the paper: (R (3 + R) omega - 2 Omega) / ((1 + R) (2 + R))
    const double omega = 7.848e-6 * 86164;
    const double speed = (28 * omega - 2 * j["rotation"].get<double>()) / 30;
    const auto expected = first[t.index(4, 5)] * std::polar(1.0, -8 * speed);
    CHECK(std::abs(end.vorticity[t.index(4, 5)] - expected) <
          1e-6 * std::abs(expected));
}

TEST_CASE("viscosity damps as fast as was asked for") {
    const Folder folder;
    // On a sphere at rest, of a wave that is nothing but one degree.
    const auto decay = [&](const std::string& arguments) {
        const auto j = sphere_json(
            "--truncation 10 --rotation 0 --start rossby-haurwitz:10,0 --steps "
            "8 --dt 0.0125 " +
            arguments);
        const double solid = 2 * std::pow(7.848e-6 * 86164, 2) / 3;
        return (j["enstrophy"]["final"].get<double>() - solid) /
               (j["enstrophy"]["initial"].get<double>() - solid);
    };
    const double e2 = std::exp(-2);
    CHECK(close(decay("--damping-time 0.1"), e2, 1e-9));
    CHECK(close(decay("--damping-time 0.1 --order 1"), e2, 1e-9));
    CHECK(close(decay("--viscosity 0.01"), std::exp(-2 * 0.1 * 0.01 * 108),
                1e-9));
    CHECK(close(decay(""), 1, 1e-9));
}

TEST_CASE("snapshots, maps and film of a flow") {
    for (const char* projection : {"equirectangular", "orthographic"}) {
        CAPTURE(projection);
        const Folder folder;
        const auto out = folder / "out";
        const auto j = sphere_json(fmt::format(
            "--truncation 15 --steps 25 --every 10 --pictures --film "
            "--projection {} --out {}",
            projection, out));
        CHECK(j["snapshots"] == 4);
        for (const int step : {0, 10, 20, 25}) {
            CAPTURE(step);
            const auto s =
                flow_in(fmt::format("{}/snapshot_{:06}.h5", out, step));
            CHECK(s.step == static_cast<std::uint64_t>(step));
            CHECK(s.largest.has_value());
            const auto image = png_pixels(
                read_file(fmt::format("{}/picture_{:06}.png", out, step)));
            CHECK(image.width == 960);
        }
        const auto film = png_pixels(read_file(out + "/film.png"));
        CHECK(film.width == 4 * 400 + 5 * 6);
        CHECK(std::distance(std::filesystem::directory_iterator{out}, {}) == 9);
        // The wave moves, in the same colours.
        CHECK(read_file(out + "/picture_000000.png") !=
              read_file(out + "/picture_000025.png"));
    }
}

TEST_CASE("outputs beside the steps are those that steps wait for") {
    // Both go on from a file: it has the plans of the FFTs.
    const Folder folder;
    const auto first = saved(
        folder, "first.h5",
        std::string{kSphere} + "--truncation 21 --start random:6 --steps 2");
    const auto run = [&](const std::string& name, const char* options) {
        return sphere_json(
            fmt::format("--resume {} --steps 25 --every 10 --pictures --film "
                        "--checkpoint-every 4 --checkpoint {}.h5 --out {} {}",
                        first, folder / name, folder / name, options));
    };
    const auto beside = run("beside", "");
    const auto line = run("line", "--outputs-beside 0");
    for (const char* key : {"energy", "enstrophy", "cfl", "cfl_max",
                            "angular_momentum", "snapshots"})
        CHECK(beside[key] == line[key]);
    const auto check_same = [&](const std::string& file) {
        CAPTURE(file);
        std::vector<double> fields[2];
        const bool is_checkpoint = file.find('/') == std::string::npos;
        const auto read = [&](const char* name, std::vector<double>& field) {
            return io::read_flow(*io::open_source(folder / (name + file)),
                                 is_checkpoint ? nullptr : &field);
        };
        const auto a = read("beside", fields[0]), b = read("line", fields[1]);
        CHECK(fields[0] == fields[1]);
        CHECK(fields[0].empty() == is_checkpoint);
        CHECK(a.vorticity == b.vorticity);
        CHECK(a.step == b.step);
        CHECK(a.time == b.time);
        CHECK(a.largest == b.largest);
        REQUIRE(a.table.size() == b.table.size());
        // But for the speed.
        for (std::size_t k = 0; k < a.table.size(); ++k) {
            CHECK(a.table[k].step == b.table[k].step);
            CHECK(a.table[k].energy == b.table[k].energy);
            CHECK(a.table[k].enstrophy == b.table[k].enstrophy);
            CHECK(a.table[k].cfl == b.table[k].cfl);
        }
    };
    check_same(".h5");
    int files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator{folder / "beside"}) {
        const auto name = entry.path().filename().string();
        CAPTURE(name);
        ++files;
        if (name.ends_with(".h5"))
            check_same("/" + name);
        else
            CHECK(read_file(entry.path()) ==
                  read_file(folder / ("line/" + name)));
    }
    CHECK(files == 3 + 3 + 1);  // snapshots, pictures, film
}

TEST_CASE("a run begins with the flow of a file, at another truncation") {
    const Folder folder;
    const auto file = folder / "c.h5";
    const auto first = sphere_json(
        "--truncation 12 --start random:5 --steps 3 --checkpoint " + file);
    const auto j = sphere_json("--truncation 30 --steps 2 --start " + file);
    CHECK(j["truncation"] == 30);
    CHECK(close(j["energy"]["initial"].get<double>(),
                first["energy"]["final"].get<double>(), 1e-12));
    CHECK(sphere_json("--steps 0 --start " + file)["truncation"] == 12);
}

TEST_CASE("a step that is too long is an error of the numerics") {
    const auto result = run_sphere(
        "--truncation 21 --start random --wind 5 --dt 0.5 --steps 400");
    CHECK(result.code == 4);
    CHECK(contains(result.log, "is too long"));
    // Still finite, and wrong: enstrophy grows.
    const auto grows = run_sphere("--truncation 42 --dt 0.2 --steps 40");
    CHECK(grows.code == 4);
    CHECK(contains(grows.log, "above 2.8 the method is unstable"));
    CHECK(contains(grows.log, "the enstrophy after step"));
}

TEST_CASE("ranks follow the flow of one process, and the first one writes") {
    const Folder folder;
    const auto run = std::string{kSphere} +
                     "--truncation 15 --start random:4 --steps 4 --every 2 ";
    const auto one = run_cli(run + "--out " + (folder / "one"));
    REQUIRE(one.code == 0);
    for (const int ranks : {2, 3}) {
        CAPTURE(ranks);
        const auto out = folder / std::to_string(ranks);
        const auto some = run_ranks(ranks, run + "--out " + out);
        CAPTURE(some.log);
        REQUIRE(some.code == 0);
        CHECK(some.out.find("Barotropic") == 0);
        CHECK(some.out.rfind("Barotropic") == 0);
        CHECK(std::distance(std::filesystem::directory_iterator{out}, {}) == 3);
        const auto a = flow_in(folder / "one/snapshot_000004.h5").vorticity;
        const auto b = flow_in(out + "/snapshot_000004.h5").vorticity;
        double worst = 0;
        for (std::size_t k = 0; k < a.size(); ++k)
            worst = std::max(worst, std::abs(a[k] - b[k]));
        CHECK(worst < 1e-13);
    }
    // Any number goes on.
    CHECK(run_sphere("--steps 6 --resume " + (folder / "2/snapshot_000004.h5"))
              .code == 0);
}
