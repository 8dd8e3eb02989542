#include "drivers/sht/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "drivers/common/whole_number.hpp"
#include "graphs/share.hpp"
#include "io/number.hpp"
#include "io/sphere/normalization.hpp"
#include "io/sphere/spectrum_file.hpp"
#include "runtime/error.hpp"
#include "views/maps/sphere/map.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

void add_input(CLI::App& command, ShtOptions& o) {
    command
        .add_option("--op", o.operation,
                    "operation: synthesis (spectrum to grid), analysis (grid "
                    "to spectrum), or roundtrip (both)")
        ->check(CLI::IsMember({"synthesis", "analysis", "roundtrip"}))
        ->capture_default_str();
    auto* in = command.add_option(
        "--in", o.input,
        "input: coefficients (text of l m C S, ICGEM, or HDF5), for analysis a "
        "grid (NetCDF) (default: random spectrum)");
    command
        .add_option("--variable", o.variable,
                    "variable of a grid file with several fields")
        ->needs(in);
    command
        .add_option("--time", o.time,
                    "index of the time in a grid file with several, from 0 "
                    "(default: 0)")
        ->check(CLI::Range(0, 1000000000))
        ->needs(in);
    command
        .add_option("--truncation", o.truncation,
                    "triangular truncation M (default: that of --in, else 170)")
        ->check(CLI::Range(0, io::kGreatestDegree));
    command
        .add_option("--grid", o.grid,
                    "grid of latitudes: gauss (default), regular, or poles")
        ->check(CLI::IsMember({"gauss", "regular", "poles"}));
    command
        .add_option("--latitudes", o.latitudes,
                    "number of latitudes (default: enough for products of two "
                    "fields)")
        ->check(CLI::Range(1, 1000000));
    command
        .add_option("--longitudes", o.longitudes,
                    "number of longitudes (default: likewise)")
        ->check(CLI::Range(1, 1000000));
    command
        .add_option(
            "--fields", o.fields,
            "number of fields transformed together; with --in, copies of "
            "one")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    command
        .add_option("--seed", o.seed,
                    "random seed of the spectrum, which does not depend on "
                    "the machine")
        ->check(refuse_unless_whole)
        ->capture_default_str();
    command
        .add_option("--normalization", o.normalization,
                    "normalization of coefficients in text and in --out: "
                    "orthonormal, 4pi, or schmidt (semi-normalized)")
        ->check(CLI::IsMember({"orthonormal", "4pi", "schmidt"}))
        ->capture_default_str();
    command.add_flag(
        "--condon-shortley,!--no-condon-shortley", o.condon_shortley,
        "Condon-Shortley phase (-1)^m in these coefficients (default: "
        "no)");
}

void add_machine(CLI::App& command, ShtOptions& o) {
    add_share_option(command, o);
    command.add_flag("--cpu-only-ffts", o.cpu_only_ffts,
                     "limit CPUs to the FFTs of their latitudes, with split:F "
                     "(dynamic tries both)");
    command
        .add_option("--data", o.data,
                    "place of the data before and after a transform: host "
                    "(transfers are timed) or device")
        ->check(CLI::IsMember({"host", "device"}))
        ->capture_default_str();
    add_machine_options(command, o);
    command
        .add_option("--repetitions", o.repetitions,
                    "number of timed repetitions, after one warm-up")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
}

void add_output(CLI::App& command, ShtOptions& o) {
    command.add_option("--out", o.out,
                       "file for the result: grid (.nc), coefficients (.txt, "
                       ".csv), or either (.h5)");
    auto* map =
        command.add_option("--map", o.map, "file for a map of the field (PNG)");
    command
        .add_option("--projection", o.projection,
                    "projection of the map: equirectangular or orthographic")
        ->check(CLI::IsMember({"equirectangular", "orthographic"}))
        ->needs(map)
        ->capture_default_str();
    command
        .add_option("--centre", o.centre,
                    "centre LATITUDE,LONGITUDE of the map [degrees]")
        ->needs(map)
        ->capture_default_str();
    command.add_option("--map-width", o.map_width, "width of the map [pixels]")
        ->check(CLI::Range(128, 16384))
        ->needs(map)
        ->capture_default_str();
    command.add_option("--unit", o.unit,
                       "unit of the field, for the map and files");
    command.add_option("--spectrum", o.spectrum,
                       "file for the power spectrum by degree: table (.csv) or "
                       "chart (.svg)");
    add_result_options(command, o, "some repetitions after the timed ones");
}

bool ends_with_one_of(const std::string& path,
                      std::initializer_list<const char*> endings) {
    for (const char* ending : endings)
        if (path.ends_with(ending)) return true;
    return false;
}

void check_out(const ShtOptions& o) {
    if (o.out.empty()) return;
    const bool fits = o.operation == "synthesis"
                          ? ends_with_one_of(o.out, {".nc", ".h5"})
                      : o.operation == "analysis"
                          ? ends_with_one_of(o.out, {".txt", ".csv", ".h5"})
                          : ends_with_one_of(o.out, {".nc", ".txt", ".csv"});
    if (!fits)
        throw UsageError(fmt::format(
            "--out of {}: expected a name that ends with {}, found {}",
            o.operation,
            o.operation == "synthesis"  ? ".nc or .h5"
            : o.operation == "analysis" ? ".txt, .csv or .h5"
                                        : ".nc, .txt or .csv",
            o.out));
}

}  // namespace

void add_sht_options(CLI::App& command, ShtOptions& options) {
    add_input(command, options);
    add_machine(command, options);
    add_output(command, options);
}

void check_sht_options(const ShtOptions& o) {
    check_out(o);
    (void)parse_centre(o.centre);
    if (!o.spectrum.empty() && !ends_with_one_of(o.spectrum, {".csv", ".svg"}))
        throw UsageError(fmt::format(
            "--spectrum: expected a name that ends with .csv or .svg, found {}",
            o.spectrum));
    if (!o.map.empty() && !o.map.ends_with(".png"))
        throw UsageError(fmt::format(
            "--map: expected a name that ends with .png, found {}", o.map));
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
