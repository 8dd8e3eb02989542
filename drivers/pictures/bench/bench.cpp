// `tasuki bench pictures`: CPU time of the pictures of nbody and sphere.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <numbers>
#include <random>
#include <vector>

#include "codelets/nbody/bodies.hpp"
#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/median.hpp"
#include "views/maps/bodies/picture.hpp"
#include "views/maps/png.hpp"
#include "views/maps/sphere/map.hpp"

namespace tasuki::drivers {

namespace {

struct Options {
    int n = 131072, truncation = 341, repetitions = 20;
    std::string json{};
};

/// Of this thread [s].
double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) +
           1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
Json times_of(int repetitions, const Work& work) {
    std::vector<double> seconds;
    for (int k = 0; k < repetitions; ++k) {
        const double begin = cpu_seconds();
        work();
        seconds.push_back(cpu_seconds() - begin);
    }
    const auto [least, most] = std::ranges::minmax(seconds);
    return {
        {"min", least}, {"median", runtime::median(seconds)}, {"max", most}};
}

/// @param draw  makes the picture
template <class Draw>
Json measure(const char* name, int repetitions, const Draw& draw) {
    views::Image image;
    std::string bytes;
    Json row{{"picture", name}};
    row["draw"] = times_of(repetitions, [&] { image = draw(); });
    row["file"] =
        times_of(repetitions, [&] { bytes = views::png_bytes(image); });
    row["width"] = image.width;
    row["height"] = image.height;
    row["bytes"] = bytes.size();
    return row;
}

/// A Plummer sphere at rest (S. Aarseth, M. Henon and R. Wielen, Astron.
/// Astrophys. 37 (1974), 183).
nbody::Bodies sphere_of(int n) {
    nbody::Bodies bodies;
    bodies.resize(static_cast<std::size_t>(n));
    std::mt19937_64 random{1};
    // From 0 to 1, neither of them.
    const auto uniform = [&] {
        return (static_cast<double>(random() >> 12) + 0.5) * 0x1p-52;
    };
    for (auto& r : bodies.position) {
        const double radius = 1 / std::sqrt(std::pow(uniform(), -2.0 / 3) - 1);
        const double z = 2 * uniform() - 1;
        const double angle = 2 * std::numbers::pi * uniform();
        const double across = radius * std::sqrt(1 - z * z);
        r = {across * std::cos(angle), across * std::sin(angle), radius * z};
    }
    for (double& m : bodies.mass) m = 1.0 / n;
    return bodies;
}

Json of_bodies(const Options& o) {
    const auto bodies = sphere_of(o.n);
    const auto scale = views::choose_scale(bodies, views::Plane::xy);
    return measure("bodies", o.repetitions, [&] {
        constexpr int kPixels = 720;  // as `tasuki nbody --pictures`
        return views::draw_bodies(bodies, 0, scale, views::Plane::xy, kPixels);
    });
}

Json of_map(const Options& o) {
    const auto grid =
        sphere::quadratic_grid(sphere::Latitudes::gauss, o.truncation);
    std::vector<double> field(grid.size());
    // Waves of all lengths, the shorter the smaller.
    for (std::size_t k = 0; k < field.size(); ++k) {
        const auto x = static_cast<double>(k % grid.longitudes);
        const auto y = static_cast<double>(k / grid.longitudes);
        for (int wave = 1; wave <= 8; ++wave)
            field[k] +=
                std::sin(0.01 * wave * wave * (x + 3 * wave * y)) / wave;
    }
    const views::Map map{grid, {.title = "waves", .unit = "1/day"}};
    return measure("map", o.repetitions,
                   [&] { return map.draw(field, "waves"); });
}

void print(const Json& row) {
    io::print("{:8} {:>5}x{:<5}", row["picture"].get<std::string>(),
              row["width"].get<int>(), row["height"].get<int>());
    for (const char* what : {"draw", "file"})
        io::print("  {} {:.3g} ms ({:.3g} to {:.3g})", what,
                  1e3 * row[what]["median"].get<double>(),
                  1e3 * row[what]["min"].get<double>(),
                  1e3 * row[what]["max"].get<double>());
    io::print("  {} bytes\n", row["bytes"].get<std::size_t>());
}

void run(const Options& o) {
    Json rows = Json::array();
    for (const auto measure_one : {of_bodies, of_map}) {
        rows.push_back(measure_one(o));
        if (o.json != "-") print(rows[rows.size() - 1]);
    }
    if (!o.json.empty()) io::write_json(o.json, rows);
}

}  // namespace

void add_bench_pictures(CLI::App& bench) {
    auto [command, o] = add_command(bench, "pictures", run);
    add_option(command, "--n", o.n, Range{2, 1 << 24},
               "number of bodies of a Plummer model");
    add_option(command, "--truncation", o.truncation, Range{1, 2047},
               "truncation whose quadratic Gauss grid the map is of");
    add_option(command, "--repetitions", o.repetitions, Range{1, 100'000},
               "number of pictures of each kind");
    add_json_option(command, o.json);
}

}  // namespace tasuki::drivers
