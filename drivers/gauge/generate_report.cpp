#include "drivers/gauge/generate_report.hpp"

#include <fmt/format.h>

#include "drivers/common/worker_names.hpp"
#include "io/print.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

namespace {

const char* name_of(runtime::Where where) {
    return where == runtime::Where::gpu ? "gpu" : "cpu";
}

}  // namespace

std::vector<io::SweepLine> GenerateResult::lines() const {
    auto all = state.history;
    if (all.empty() || all.back().sweep != state.sweep)
        all.push_back({static_cast<double>(state.sweep), plaquette});
    return all;
}

Json to_json(const GenerateOptions& options, const GenerateResult& result,
             const std::vector<io::NamedChecksum>& checksums) {
    const auto& last = result.plaquette;
    const io::QuenchedState& state = result.state;
    Json j;
    j["beta"] = state.beta;
    j["dims"] = state.field.extents().n;
    j["first_sweep"] = result.first_sweep;
    j["sweeps"] = state.sweep;
    j["seed"] = state.seed;
    j["start"] = state.start;
    j["overrelaxation"] = state.overrelaxation;
    j["plaquette"] = last.average;
    j["plaquette_spatial"] = last.spatial;
    j["plaquette_temporal"] = last.temporal;
    j["link_trace"] = lattice::link_trace(state.field);
    j["history"] = Json::array();
    for (const auto& line : result.lines())
        j["history"].push_back(
            {{"sweep", static_cast<std::uint64_t>(line.sweep)},
             {"plaquette", line.plaquette.average}});
    j["placement"] = name_of(result.where);
    j["slabs"] = result.slabs;
    j["workers"] = result.workers;
    if (result.sweeps() > 0)
        j["seconds_per_sweep"] = result.seconds / result.sweeps();
    j["file"] = options.out;
    j["format"] = options.format;
    j["precision"] = options.precision;
    j["checksums"] = Json::object();
    for (const auto& checksum : checksums)
        j["checksums"][checksum.name] =
            fmt::format("{:08x}", checksum.computed);
    return j;
}

void print_report(const GenerateOptions& options, const GenerateResult& result,
                  const std::vector<io::NamedChecksum>& checksums) {
    const auto& last = result.plaquette;
    const io::QuenchedState& state = result.state;
    io::print("configuration  {}, beta {}, {} sweeps from a {} start\n",
              lattice::to_string(state.field.extents()), state.beta,
              state.sweep, state.start);
    if (!options.resume.empty())
        io::print("restart        from sweep {}\n", result.first_sweep);
    io::print("workers        {}; placement {}, slabs {}\n",
              join_workers(result.workers), name_of(result.where),
              result.slabs);
    io::print("plaquette      {:.6f} (spatial {:.6f}, temporal {:.6f})\n",
              last.average, last.spatial, last.temporal);
    io::print("link trace     {:.6f}\n", lattice::link_trace(state.field));
    if (result.sweeps() > 0)
        io::print("time           {:.3g} s per sweep ({} overrelaxations)\n",
                  result.seconds / result.sweeps(), state.overrelaxation);
    io::print("written        {} ({}, {} precision", options.out,
              options.format, options.precision);
    for (const auto& checksum : checksums)
        io::print(", {} {:08x}", checksum.name, checksum.computed);
    io::print(")\n");
}

}  // namespace tasuki::drivers
