#include "drivers/sht/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <numbers>
#include <utility>

#include "codelets/lattice/random.hpp"
#include "io/input_error.hpp"
#include "io/same_file.hpp"
#include "io/sphere/grids/grid_read.hpp"
#include "io/sphere/spectrum_file.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;
using sphere::Grid, sphere::Latitudes;

io::Coefficients truncated(const io::Spectrum& from, int truncation) {
    const auto t = sphere::triangle(truncation);
    const auto old = sphere::triangle(from.degrees);
    io::Coefficients to(t.size());
    const int both = std::min(truncation, from.degrees);
    for (int m = 0; m <= both; ++m)
        for (int l = m; l <= both; ++l)
            to[t.index(m, l)] = from.coefficients[old.index(m, l)];
    return to;
}

/// What --truncation does to coefficients up to `degrees`.
std::string describe_truncation(int degrees, int truncation) {
    if (truncation < degrees)
        return fmt::format("degrees {} to {} of the file are left out",
                           truncation + 1, degrees);
    if (truncation > degrees)
        return fmt::format("degrees {} to {} are 0: the file ends before",
                           degrees + 1, truncation);
    return {};
}

void read_coefficients(const ShtOptions& o, const io::Source& source,
                       ShtPlan& plan) {
    if (!io::looks_like_spectrum(source))
        throw io::InputError(source.name(), "not a file of coefficients", "",
                             "text (l m C S) or our HDF5",
                             "another format; a grid wants --op analysis");
    if (!o.variable.empty() || o.time || o.level)
        throw UsageError(fmt::format("{} is for grid files, with --op analysis",
                                     o.time    ? "--time"
                                     : o.level ? "--level"
                                               : "--variable"));
    const auto spectrum = io::read_spectrum(
        source, {io::parse_normalization(o.normalization), o.condon_shortley},
        o.epoch ? io::parse_epoch(*o.epoch) : std::nullopt);
    plan.truncation = o.truncation.value_or(spectrum.degrees);
    plan.note = spectrum.note;
    const auto cut = describe_truncation(spectrum.degrees, plan.truncation);
    if (!plan.note.empty() && !cut.empty()) plan.note += "; ";
    plan.note += cut;
    plan.spectra.push_back(truncated(spectrum, plan.truncation));
}

template <class T, class U>
void check_same(const char* option, const std::optional<T>& given,
                const U& found, const std::string& file) {
    if (given && *given != found)
        throw UsageError(
            fmt::format("{} {}: {} has {}", option, *given, file, found));
}

void read_field(const ShtOptions& o, const io::Source& source, ShtPlan& plan) {
    auto field = io::read_grid(source, {o.variable, o.time, o.level});
    check_same("--grid", o.grid, sphere::latitudes_name(field.grid.kind),
               o.input);
    check_same("--latitudes", o.latitudes, field.grid.latitudes, o.input);
    check_same("--longitudes", o.longitudes, field.grid.longitudes, o.input);
    plan.grid = field.grid;
    plan.truncation = o.truncation.value_or(greatest_truncation(field.grid));
    plan.values = std::move(field.values);
    plan.name = field.name;
    plan.unit = field.unit;
    plan.first_longitude = field.first_longitude;
    plan.note = field.note;
    plan.warnings = field.warnings;
}

}  // namespace

int greatest_truncation(const Grid& grid, int more) {
    int m = (grid.longitudes - 1) / 2;
    while (m > 0 &&
           sphere::least_latitudes(grid.kind, m + more) > grid.latitudes)
        --m;
    return m;
}

io::Coefficients random_coefficients(int truncation, std::uint64_t seed,
                                     int k) {
    const auto t = sphere::triangle(truncation);
    io::Coefficients s(t.size());
    for (int m = 0; m <= truncation; ++m)
        for (int l = m; l <= truncation; ++l) {
            // By l and m, so that truncations have the same beginning.
            lattice::RandomStream random{seed, lattice::Purpose::source,
                                         static_cast<std::uint64_t>(l) << 32 |
                                             static_cast<std::uint64_t>(m),
                                         static_cast<std::uint32_t>(k)};
            auto value = random.gaussian() / (l + 1.0);
            if (m == 0) value.imag(0);
            s[t.index(m, l)] = value;
        }
    return s;
}

void shift_longitudes(io::Coefficients& spectrum, int truncation,
                      double degrees) {
    const auto t = sphere::triangle(truncation);
    for (int m = 0; m <= truncation; ++m) {
        const auto phase =
            std::polar(1.0, -m * degrees * std::numbers::pi / 180);
        for (int l = m; l <= truncation; ++l) spectrum[t.index(m, l)] *= phase;
    }
}

ShtPlan make_plan(const ShtOptions& o, const runtime::Ranks& ranks) {
    ShtPlan plan;
    if (o.input.empty()) {
        plan.truncation = o.truncation.value_or(kDefaultTruncation);
        plan.source = fmt::format("random spectrum, seed {}", o.seed);
    } else {
        const auto source = io::open_shared(o.input, io::Share{{}, ranks});
        plan.source = o.input;
        if (o.operation == "analysis")
            read_field(o, *source, plan);
        else
            read_coefficients(o, *source, plan);
        if (ranks.is_first())
            for (const auto& text : plan.warnings)
                runtime::logger().warn("--in {}: {}", o.input, text);
    }
    if (!o.unit.empty()) plan.unit = o.unit;
    if (plan.values.empty()) {
        const auto kind = sphere::parse_latitudes(o.grid.value_or("gauss"));
        plan.grid = sphere::quadratic_grid(kind, plan.truncation);
        plan.grid.latitudes = o.latitudes.value_or(plan.grid.latitudes);
        plan.grid.longitudes = o.longitudes.value_or(plan.grid.longitudes);
    }
    sphere::check_grid(plan.grid, sphere::triangle(plan.truncation));
    return plan;
}

void fill_plan(const ShtOptions& o, ShtPlan& plan) {
    if (!o.input.empty()) return;
    for (int k = 0; k < o.fields; ++k)
        plan.spectra.push_back(random_coefficients(plan.truncation, o.seed, k));
}

}  // namespace tasuki::drivers
