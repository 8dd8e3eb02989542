#include "drivers/sht/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "drivers/common/options.hpp"
#include "graphs/share.hpp"
#include "io/number.hpp"
#include "io/sphere/normalization.hpp"
#include "io/sphere/spectrum_file.hpp"
#include "runtime/core/error.hpp"
#include "views/maps/sphere/map.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

void add_input(CLI::App& command, ShtOptions& o) {
    add_option(command, "--op", o.operation,
               Words{"synthesis", "analysis", "roundtrip"},
               "operation: synthesis (spectrum to grid), analysis (grid to "
               "spectrum), or roundtrip (both)");
    add_option(command, "--in", o.input,
               "input: coefficients (text of l m C S, ICGEM, or HDF5), for "
               "analysis a grid (NetCDF) (default: random spectrum)")
        .reads();
    add_option(command, "--variable", o.variable,
               "variable of a grid file with several fields: NAME or "
               "GROUP/NAME")
        .needs("--in");
    add_option(
        command, "--time", o.time, Range{0, 1000000000},
        "index of the time in a grid file with several, from 0 (default: 0)")
        .needs("--in");
    add_option(
        command, "--level", o.level, Range{0, 1000000000},
        "index of the level in a grid file with several, from 0 (default: 0)")
        .needs("--in");
    add_option(command, "--epoch", o.epoch,
               "date YYYYMMDD for which coefficients of an ICGEM file that "
               "change with time are taken (default: the file's own)")
        .needs("--in");
    add_option(command, "--truncation", o.truncation,
               Range{0, io::kGreatestDegree},
               "triangular truncation M (default: that of --in, else 170)");
    add_option(command, "--grid", o.grid,
               Words{"gauss", "regular", "poles", "inner"},
               "grid of latitudes: gauss (default), regular, poles, or inner");
    add_option(
        command, "--latitudes", o.latitudes, Range{1, 1000000},
        "number of latitudes (default: enough for products of two fields)");
    add_option(command, "--longitudes", o.longitudes, Range{1, 1000000},
               "number of longitudes (default: likewise)");
    add_option(
        command, "--fields", o.fields, Range{1, 100000},
        "number of fields transformed together; with --in, copies of one");
    add_option(
        command, "--seed", o.seed,
        "random seed of the spectrum, which does not depend on the machine");
    add_option(command, "--normalization", o.normalization,
               Words{"orthonormal", "4pi", "schmidt"},
               "normalization of coefficients in text and in --out: "
               "orthonormal, 4pi, or schmidt (semi-normalized)");
    add_flag(
        command, "--condon-shortley,!--no-condon-shortley", o.condon_shortley,
        "Condon-Shortley phase (-1)^m in these coefficients (default: no)");
}

void add_machine(CLI::App& command, ShtOptions& o) {
    add_share_option(command, o);
    add_flag(command, "--cpu-only-ffts", o.cpu_only_ffts,
             "limit CPUs to the FFTs of their latitudes, with split:F (dynamic "
             "tries both)");
    add_option(command, "--data", o.data, Words{"host", "device"},
               "place of the data before and after a transform: host "
               "(transfers are timed) or device");
    add_machine_options(command, o);
    add_option(command, "--repetitions", o.repetitions, Range{1, 1000000},
               "number of timed repetitions, after one warm-up");
}

void add_output(CLI::App& command, ShtOptions& o) {
    add_option(command, "--out", o.out,
               "file for the result: grid (.nc), coefficients (.txt, .csv), or "
               "either (.h5)")
        .writes();
    add_option(command, "--map", o.map, "file for a map of the field (PNG)")
        .writes();
    add_option(command, "--projection", o.projection,
               Words{"equirectangular", "orthographic"},
               "projection of the map: equirectangular or orthographic")
        .needs("--map");
    add_option(command, "--centre", o.centre,
               "centre LATITUDE,LONGITUDE of the map [degrees]")
        .needs("--map");
    add_option(command, "--map-width", o.map_width, Range{128, 16384},
               "width of the map [pixels]")
        .needs("--map");
    add_option(command, "--unit", o.unit,
               "unit of the field, for the map and files");
    add_option(
        command, "--spectrum", o.spectrum,
        "file for the power spectrum by degree: table (.csv) or chart (.svg)")
        .writes();
    add_result_options(command, o, "some repetitions after the timed ones");
}

/// @param what  the option, "--map"
/// @throws UsageError  a path that was given and ends otherwise
void check_ending(const std::string& what, const std::string& path,
                  const std::vector<std::string>& endings) {
    const auto fits = [&](const auto& end) { return path.ends_with(end); };
    if (path.empty() || std::ranges::any_of(endings, fits)) return;
    const auto but_last = std::span{endings}.first(endings.size() - 1);
    throw UsageError(
        fmt::format("{}: expected a name that ends with {}{}{}, found {}", what,
                    fmt::join(but_last, ", "), but_last.empty() ? "" : " or ",
                    endings.back(), path));
}

}  // namespace

void add_sht_options(CLI::App& command, ShtOptions& options) {
    add_input(command, options);
    add_machine(command, options);
    add_output(command, options);
}

void check_options(const ShtOptions& o) {
    const std::vector<std::string> endings =
        o.operation == "synthesis"  ? Words{".nc", ".h5"}
        : o.operation == "analysis" ? Words{".txt", ".csv", ".h5"}
                                    : Words{".nc", ".txt", ".csv"};
    check_ending("--out of " + o.operation, o.out, endings);
    (void)parse_centre(o.centre);
    if (o.epoch && !io::parse_epoch(*o.epoch))
        throw UsageError(
            fmt::format("--epoch: expected a date YYYYMMDD, found "
                        "'{}'",
                        *o.epoch));
    if (o.epoch && o.operation == "analysis")
        throw UsageError("--epoch is for coefficients, without --op analysis");
    check_ending("--spectrum", o.spectrum, {".csv", ".svg"});
    check_ending("--map", o.map, {".png"});
    (void)graphs::Share::parse(placement_of(o));
}

std::string placement_of(const ShtOptions& o) {
    return o.placement == "auto" ? "split:auto" : o.placement;
}

MapCentre parse_centre(const std::string& text) {
    const std::string_view whole{text};
    const auto comma = std::min(whole.find(','), whole.size());
    const auto latitude = io::parse_number<double>(whole.substr(0, comma));
    const auto longitude = io::parse_number<double>(
        whole.substr(std::min(comma + 1, whole.size())));
    // Not >: a NaN is no place either.
    if (!latitude || !longitude || !(std::abs(*latitude) <= 90) ||
        !(std::abs(*longitude) <= 360))
        throw UsageError(fmt::format(
            "--centre: expected LATITUDE,LONGITUDE of -90 to 90 and -360 to "
            "360 degrees, found '{}'",
            text));
    return {*latitude, *longitude};
}

}  // namespace tasuki::drivers
