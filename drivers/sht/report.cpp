// The result of `tasuki sht` as a table, as JSON and in files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "drivers/sht/power.hpp"
#include "drivers/sht/run.hpp"
#include "io/print.hpp"
#include "io/sphere/grid_file.hpp"
#include "io/sphere/spectrum_file.hpp"
#include "json/json.hpp"
#include "views/maps/png.hpp"
#include "views/maps/sphere/map.hpp"

namespace tasuki::drivers {

namespace {

std::string describe_grid(const sphere::Grid& grid) {
    return fmt::format("{} {} x {}", sphere::latitudes_name(grid.kind),
                       grid.latitudes, grid.longitudes);
}

bool has_errors(const ShtPlan& plan, const ShtResult& r) {
    return plan.synthesizes() && !r.analysis.seconds.empty();
}

void print_times(const char* name, const ShtTimes& times) {
    if (times.seconds.empty()) return;
    const auto [fastest, slowest] = std::ranges::minmax(times.seconds);
    io::print("  {:<11} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>8.0f}{}\n",
              name, 1e3 * times.median_seconds(), 1e3 * fastest, 1e3 * slowest,
              times.gflops(), 100 * times.cpu_fraction,
              times.cpu_only_ffts ? ", FFT only" : "");
}

/// Without its folder.
std::string describe_source(const ShtPlan& plan) {
    return fmt::format("{}, T{}",
                       std::filesystem::path{plan.source}.filename().string(),
                       plan.truncation);
}

}  // namespace

std::string title_of(const ShtOptions& o, const ShtPlan& plan,
                     const ShtResult& r) {
    return fmt::format(
        "Spherical harmonics, T{}, {} fields, data on the {}, placement {}, "
        "policy {}",
        plan.truncation, o.fields, o.data, r.placement, r.policy);
}

void print_speed(const ShtOptions& o, const ShtPlan& plan, const ShtResult& r) {
    io::print("Spherical harmonics, T{}, {} latitudes x longitudes, {}\n",
              plan.truncation, describe_grid(plan.grid), plan.source);
    if (!plan.note.empty()) io::print("  note        {}\n", plan.note);
    io::print("  fields      {}, data on the {}\n", o.fields, o.data);
    io::print("  workers     {}; placement {}, policy {}\n\n",
              fmt::format("{}", fmt::join(r.workers, ", ")), r.placement,
              r.policy);
    io::print("  {:<11} {:>10} {:>10} {:>10} {:>10} {:>8}\n", "[ms]", "median",
              "least", "most", "GFLOP/s", "CPU %");
    print_times("synthesis", r.synthesis);
    print_times("analysis", r.analysis);
}

void print_result(const ShtOptions& o, const ShtPlan& plan,
                  const ShtResult& r) {
    print_speed(o, plan, r);
    if (has_errors(plan, r))
        io::print("\n  roundtrip   rms error {:.2e}, maximum {:.2e}\n",
                  r.roundtrip_rms, r.roundtrip_max);
    const auto unit = plan.unit.empty() ? "" : " " + plan.unit;
    if (!has_errors(plan, r)) io::print("\n");
    io::print("  field       {:.6g} to {:.6g}{}, mean {:.6g}\n", r.minimum,
              r.maximum, unit, r.mean);
}

Json json_of(const ShtOptions& o, const ShtPlan& plan, const ShtResult& r) {
    Json j;
    j["operation"] = o.operation;
    j["source"] = plan.source;
    j["truncation"] = plan.truncation;
    j["grid"] = {{"kind", sphere::latitudes_name(plan.grid.kind)},
                 {"latitudes", plan.grid.latitudes},
                 {"longitudes", plan.grid.longitudes}};
    j["fields"] = o.fields;
    j["data"] = o.data;
    j["placement"] = r.placement;
    j["policy"] = r.policy;
    j["workers"] = r.workers;
    if (!r.synthesis.seconds.empty()) j["synthesis"] = times_json(r.synthesis);
    if (!r.analysis.seconds.empty()) j["analysis"] = times_json(r.analysis);
    if (has_errors(plan, r)) {
        j["roundtrip_rms"] = r.roundtrip_rms;
        j["roundtrip_max"] = r.roundtrip_max;
    }
    j["integral"] = r.integral;
    j["mean"] = r.mean;
    j["minimum"] = r.minimum;
    j["maximum"] = r.maximum;
    if (!plan.note.empty()) j["note"] = plan.note;
    return j;
}

void write_result_files(const ShtOptions& o, const ShtPlan& plan,
                        const ShtResult& r) {
    const bool grid = o.operation == "synthesis" || o.out.ends_with(".nc");
    if (!o.out.empty() && grid)
        io::write_grid(o.out, {.grid = plan.grid,
                               .values = r.field,
                               .name = plan.name,
                               .unit = plan.unit});
    else if (!o.out.empty())
        io::write_spectrum(
            o.out, {plan.truncation, r.spectrum},
            {io::parse_normalization(o.normalization), o.condon_shortley});
    if (!o.map.empty()) {
        const auto centre = parse_centre(o.centre);
        views::MapOptions map;
        map.projection = views::parse_projection(o.projection);
        map.width = o.map_width;
        map.centre_latitude = centre.latitude;
        // The map takes the values to begin at 0.
        map.centre_longitude = centre.longitude - plan.first_longitude;
        map.title = describe_source(plan);
        map.unit = plan.unit;
        views::write_png(o.map, views::draw_map(plan.grid, r.field, map));
    }
    if (!o.spectrum.empty())
        write_power(o.spectrum, power_of_degrees(r.spectrum, plan.truncation),
                    describe_source(plan), plan.unit);
}

}  // namespace tasuki::drivers
