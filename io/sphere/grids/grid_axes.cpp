#include "io/sphere/grids/grid_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/input_error.hpp"
#include "io/sphere/grid_file.hpp"

namespace tasuki::io {

namespace {

using sphere::Latitudes;
using Rows = LatitudeAxis::Rows;

/// Unit of the last decimal that is not 0 in all numbers; 0 where they have
/// more than four.
double last_decimal(const std::vector<double>& numbers) {
    for (double unit = 1; unit > 5e-5; unit /= 10) {
        const auto is_multiple = [&](double number) {
            const double units = number / unit;
            // Numbers may be of single precision.
            return std::abs(units - std::round(units)) <=
                   1e-7 * std::abs(units) + 1e-9;
        };
        if (std::ranges::all_of(numbers, is_multiple)) return unit;
    }
    return 0;
}

/// How far a coordinate may be off, if rounding may have made it so far off.
double tolerance(double step, double rounding) {
    // Kinds of grids differ by a quarter of a step.
    return std::max({1e-3 * step, kSinglePrecision,
                     std::min(rounding + kSinglePrecision, 0.1 * step)});
}

/// The difference of two longitudes, -180 to 180 [degrees].
double turn(double from, double to) {
    return std::remainder(to - from, 360.0);
}

/// Colatitudes (j + first) pi / (J + more).
struct Equidistant {
    Latitudes kind;
    Rows rows;
    bool north_pole;
    double first, more;
    const char* name;
};
constexpr Equidistant kEquidistant[] = {
    {Latitudes::regular, Rows::all, false, 0.5, 0, "regular"},
    {Latitudes::poles, Rows::all, false, 0, -1, "poles"},
    {Latitudes::inner, Rows::all, false, 1, 1, "inner"},
    {Latitudes::inner, Rows::one_pole, true, 0, 0, "north pole only"},
    {Latitudes::inner, Rows::one_pole, false, 1, 0, "south pole only"},
    {Latitudes::poles, Rows::every_second, true, 0, -0.5,
     "every second from the north pole"},
    {Latitudes::poles, Rows::every_second, false, 0.5, -0.5,
     "every second to the south pole"},
};

std::vector<double> latitudes_of(const Equidistant& form, std::size_t count) {
    std::vector<double> latitudes(count);
    for (std::size_t j = 0; j < count; ++j)
        latitudes[j] = 90 - 180 * (static_cast<double>(j) + form.first) /
                                (static_cast<double>(count) + form.more);
    return latitudes;
}

/// Where latitudes are farthest from those expected.
struct Miss {
    double far = 0, expected = 0;
    std::size_t at = 0;
    const char* name = "";
};

Miss miss_of(const std::vector<double>& southward,
             const std::vector<double>& expected, const char* name) {
    Miss miss{.name = name};
    for (std::size_t j = 0; j < expected.size(); ++j) {
        // What is no number is as far as can be.
        const double far = std::isfinite(southward[j])
                               ? std::abs(southward[j] - expected[j])
                               : 1e300;
        if (far > miss.far) miss = {far, expected[j], j, name};
    }
    return miss;
}

}  // namespace

LatitudeAxis latitude_axis(const std::vector<double>& found,
                           const std::string& name) {
    const bool northward = found.size() > 1 && found.front() < found.back();
    auto southward = found;
    if (northward) std::ranges::reverse(southward);
    const double step = 180.0 / static_cast<double>(found.size());
    const double most = tolerance(step, last_decimal(found) / 2);
    auto nearest = miss_of(
        southward, latitudes_of(kEquidistant[0], found.size()), "gauss");
    // Roots of a polynomial take long, and are never far from even latitudes.
    if (nearest.far < step) {
        const auto roots =
            latitudes_of({Latitudes::gauss, static_cast<int>(found.size()), 1});
        nearest = miss_of(southward, roots, "gauss");
        if (nearest.far <= most)
            return {.northward = northward, .off = nearest.far};
    }
    for (const auto& form : kEquidistant) {
        // One row with a pole is no grid.
        if (found.size() < 2 && form.kind != Latitudes::regular) continue;
        const auto miss =
            miss_of(southward, latitudes_of(form, found.size()), form.name);
        if (miss.far <= most)
            return {form.kind, form.rows, form.north_pole, northward, miss.far};
        if (miss.far < nearest.far) nearest = miss;
    }
    throw InputError(
        name, "not the latitudes of a grid",
        fmt::format("latitude {}",
                    northward ? found.size() - nearest.at : nearest.at + 1),
        fmt::format("{:.6f} as of {} latitudes ({}, the nearest kind of grid)",
                    nearest.expected, found.size(), nearest.name),
        fmt::format("{:.6f}", southward[nearest.at]));
}

LongitudeAxis longitude_axis(const std::vector<double>& found,
                             const std::string& name) {
    LongitudeAxis axis{.count = found.size()};
    // The first one, from which they are counted, may be rounded too.
    const double rounding =
        last_decimal(found) * (found.front() == 0 ? 0.5 : 1);
    const double least =
        tolerance(360.0 / static_cast<double>(found.size()), rounding);
    if (found.size() > 1 &&
        std::abs(turn(found.front(), found.back())) <= least)
        --axis.count;
    axis.westward = axis.count > 2 && turn(found[0], found[1]) < 0;
    const double step = 360.0 / static_cast<double>(axis.count);
    const double most = tolerance(step, rounding);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double expected =
            (axis.westward ? -step : step) * static_cast<double>(i);
        // From the first one, because 1e30 + step is 1e30.
        const double off = std::abs(turn(expected, found[i] - found[0]));
        axis.off = std::max(axis.off, off);
        // Not >: what is no number is not there either.
        if (!(off <= most))
            throw InputError(name, "not the longitudes of a grid",
                             fmt::format("longitude {}", i + 1),
                             fmt::format("{:.6f}, {} of them evenly around the "
                                         "sphere",
                                         found[0] + expected, axis.count),
                             fmt::format("{:.6f}", found[i]));
    }
    const double steps = std::fmod(found[0], 360.0) / step;
    double whole = std::floor(steps);
    axis.first = (steps - whole) * step;
    // Not a step less what was rounded.
    if (step - axis.first <= most) {
        axis.first = 0;
        whole += 1;
    }
    if (axis.first <= most) axis.first = 0;
    const auto count = static_cast<double>(axis.count);
    const auto zeroth =
        static_cast<std::size_t>(whole - std::floor(whole / count) * count);
    axis.column.resize(axis.count);
    for (std::size_t i = 0; i < axis.count; ++i) {
        const auto from = axis.westward ? (axis.count - i) % axis.count : i;
        axis.column[(from + zeroth) % axis.count] = i;
    }
    return axis;
}

}  // namespace tasuki::io
