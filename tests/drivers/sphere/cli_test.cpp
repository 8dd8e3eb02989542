// `tasuki sphere` as scripts and people use it.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "codelets/sphere/truncation.hpp"
#include "drivers/sphere/start.hpp"
#include "tests/close.hpp"
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
    CHECK(j["cfl"].get<double>() > 0.02);
    CHECK(j["cfl"].get<double>() < 2);
    const double each = j["seconds_per_step"];
    CHECK(each > 0);
    CHECK(j["seconds_per_step_min"].get<double>() <= each);
    CHECK(j["seconds_per_step_max"].get<double>() >= each);
}

TEST_CASE("the table shows a wave that keeps its energy") {
    const auto result = run_sphere("--truncation 15 --days 0.5");
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    for (const char* text :
         {"T15 on 48 x 24, rossby-haurwitz:5,4", "damping     none",
          "enstrophy", "CFL", "steps/s", "0.5000", "ms per step"})
        CHECK(result.out.find(text) != std::string::npos);
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

TEST_CASE("a trace has the phases of a step") {
    const Folder folder;
    const auto result =
        run_sphere("--truncation 15 --steps 12 --trace " + (folder / "trace"));
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    const auto tasks = read_file(folder / "trace/tasks.csv");
    for (const char* phase : {"whole_synthesis", "flux", "advance"}) {
        CAPTURE(phase);
        CHECK(tasks.find(phase) != std::string::npos);
    }
    CHECK(read_file(folder / "trace/report.html").find("T15") !=
          std::string::npos);
}

TEST_CASE("a step that is too long is an error of the numerics") {
    const auto result = run_sphere(
        "--truncation 21 --start random --wind 5 --dt 0.5 --steps 400");
    CHECK(result.code == 4);
    CHECK(result.log.find("is too long") != std::string::npos);
    // Still finite, and wrong: enstrophy grows.
    const auto grows = run_sphere("--truncation 42 --dt 0.2 --steps 40");
    CHECK(grows.code == 4);
    CHECK(grows.log.find("above 2.8 the method is unstable") !=
          std::string::npos);
    CHECK(grows.log.find("the enstrophy after step") != std::string::npos);
}

TEST_CASE("what cannot be is refused, and named") {
    const std::pair<const char*, const char*> cases[] = {
        {"--truncation 1", "expected a number from 2 to"},
        {"--truncation x", "--truncation"},
        {"--truncation 4", "T4 has degrees up to 4"},
        {"--start rossby-haurwitz:3,4", "m from 0 to n"},
        {"--start random:0", "numbers above 0"},
        {"--start /no/such/file", "/no/such/file"},
        {"--seed 3", "--seed is for --start random"},
        {"--wind 3", "--wind is for --start random"},
        {"--dt 0", "--dt: expected a finite number above 0"},
        {"--steps 3 --trace /tmp/never --trace-iterations 2:3",
         "--trace-iterations: expected steps below the 3"},
        {"--dt nan", "--dt"},
        {"--days -1", "expected a time from 0 on"},
        {"--days 1 --steps 3", "--steps"},
        {"--viscosity -1", "--viscosity"},
        {"--viscosity 1 --damping-time 1", "--damping-time"},
        {"--damping-time 0", "--damping-time"},
        {"--order 0", "--order"},
        {"--every 0", "--every: expected a number from 1 on"},
        {"--pictures", "--out"},
        {"--projection flat", "--projection"},
        {"--placement moon", "moon"},
        {"--out /dev/null/x", "--out /dev/null/x: cannot be made"},
    };
    for (const auto& [arguments, text] : cases) {
        CAPTURE(arguments);
        const auto result =
            run_cli(std::string{"sphere --gpus 0 "} + arguments);
        CAPTURE(result.log);
        CHECK(result.code == 2);
        CHECK(result.log.find(text) != std::string::npos);
    }
}
