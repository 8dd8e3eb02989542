#include "io/sphere/grid_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/sphere/grid_file.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;
using sphere::Latitudes;

/// How far a coordinate may be off: a part of the distance of two, or what
/// single precision leaves of 360 degrees.
double tolerance(double step) {
    return std::max(1e-3 * step, 3e-5);
}

/// The difference of two longitudes, -180 to 180 [degrees].
double turn(double from, double to) {
    return std::remainder(to - from, 360.0);
}

}  // namespace

LatitudeAxis latitude_axis(const std::vector<double>& found,
                           const std::string& name) {
    const bool northward = found.size() > 1 && found.front() < found.back();
    auto southward = found;
    if (northward) std::ranges::reverse(southward);
    const auto count = static_cast<int>(found.size());
    struct Miss {
        double far = 1e300;
        std::size_t at = 0;
        Latitudes kind = Latitudes::gauss;
        double expected = 0;
    } nearest;
    for (const auto kind :
         {Latitudes::gauss, Latitudes::regular, Latitudes::poles}) {
        if (kind == Latitudes::poles && count < 2) continue;
        const auto expected = latitudes_of({kind, count, 1});
        Miss miss{0, 0, kind, 0};
        for (std::size_t j = 0; j < expected.size(); ++j) {
            // What is no number is as far as can be.
            const double far = std::isfinite(southward[j])
                                   ? std::abs(southward[j] - expected[j])
                                   : 1e300;
            if (far > miss.far) miss = {far, j, kind, expected[j]};
        }
        if (miss.far <= tolerance(180.0 / count)) return {kind, northward};
        if (miss.far < nearest.far || kind == Latitudes::gauss) nearest = miss;
    }
    throw InputError(
        name, "not the latitudes of a grid",
        fmt::format("latitude {}",
                    northward ? found.size() - nearest.at : nearest.at + 1),
        fmt::format("{:.6f} as of {} latitudes ({}; nearest of gauss, regular, "
                    "poles)",
                    nearest.expected, count,
                    sphere::latitudes_name(nearest.kind)),
        fmt::format("{:.6f}", southward[nearest.at]));
}

LongitudeAxis longitude_axis(const std::vector<double>& found,
                             const std::string& name) {
    LongitudeAxis axis{.count = found.size()};
    const double least = tolerance(360.0 / static_cast<double>(found.size()));
    if (found.size() > 1 &&
        std::abs(turn(found.front(), found.back())) <= least)
        --axis.count;
    axis.westward = axis.count > 2 && turn(found[0], found[1]) < 0;
    const double step = 360.0 / static_cast<double>(axis.count);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double expected =
            (axis.westward ? -step : step) * static_cast<double>(i);
        // From the first one, because 1e30 + step is 1e30.  Not >: what is no
        // number is not there either.
        if (!(std::abs(turn(expected, found[i] - found[0])) <= tolerance(step)))
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
    if (step - axis.first <= tolerance(step)) {
        axis.first = 0;
        whole += 1;
    }
    if (axis.first <= tolerance(step)) axis.first = 0;
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
