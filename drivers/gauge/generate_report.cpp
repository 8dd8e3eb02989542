#include "drivers/gauge/generate_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tasuki::drivers {

nlohmann::ordered_json to_json(
    const GenerateOptions& options, const GenerateResult& result,
    const std::vector<io::NamedChecksum>& checksums) {
    const auto& last = result.history.back().plaquette;
    nlohmann::ordered_json j;
    j["beta"] = options.beta;
    j["dims"] = result.field.extents().n;
    j["sweeps"] = options.sweeps;
    j["seed"] = options.seed;
    j["start"] = options.start;
    j["overrelaxation"] = options.overrelaxation;
    j["plaquette"] = last.average;
    j["plaquette_spatial"] = last.spatial;
    j["plaquette_temporal"] = last.temporal;
    j["link_trace"] = lattice::link_trace(result.field);
    j["history"] = nlohmann::ordered_json::array();
    for (const auto& [sweep, plaquette] : result.history)
        j["history"].push_back(
            {{"sweep", sweep}, {"plaquette", plaquette.average}});
    if (options.sweeps > 0)
        j["seconds_per_sweep"] = result.seconds / options.sweeps;
    j["file"] = options.out;
    j["format"] = options.format;
    j["precision"] = options.precision;
    j["checksums"] = nlohmann::ordered_json::object();
    for (const auto& checksum : checksums)
        j["checksums"][checksum.name] =
            fmt::format("{:08x}", checksum.computed);
    return j;
}

void print_report(const GenerateOptions& options, const GenerateResult& result,
                  const std::vector<io::NamedChecksum>& checksums) {
    const auto& last = result.history.back().plaquette;
    fmt::print("configuration  {}, beta {}, {} sweeps from a {} start\n",
               options.lattice, options.beta, options.sweeps, options.start);
    fmt::print("plaquette      {:.6f} (spatial {:.6f}, temporal {:.6f})\n",
               last.average, last.spatial, last.temporal);
    fmt::print("link trace     {:.6f}\n", lattice::link_trace(result.field));
    if (options.sweeps > 0)
        fmt::print("time           {:.3g} s per sweep ({} overrelaxations)\n",
                   result.seconds / options.sweeps, options.overrelaxation);
    fmt::print("written        {} ({}, {} precision", options.out,
               options.format, options.precision);
    for (const auto& checksum : checksums)
        fmt::print(", {} {:08x}", checksum.name, checksum.computed);
    fmt::print(")\n");
}

}  // namespace tasuki::drivers
