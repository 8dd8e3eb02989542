// What `tasuki sphere` keeps in memory.
#include "graphs/sphere/transform/memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivers/sphere/output.hpp"
#include "drivers/sphere/plan.hpp"
#include "graphs/sphere/flow/barotropic.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::drivers {

namespace {

using graphs::sphere::TransformBytes;

/// See graphs/sphere/flow/barotropic.hpp: a state, those of the integrator, and
/// what is transformed: three spectra there, two back, and three of the state
/// that is kept. Transforms have what they need twice, as they take turns.
/// @param tried  fields of the trials that found the shares
std::vector<MemoryPart> flow_parts(int tried, const TransformBytes& host,
                                   const TransformBytes& gpu) {
    constexpr double state = 4, there = 3, back = 2, kept = 3, turns = 2;
    const auto part = [](const char* name, double times, double on_host,
                         double on_gpu) {
        return MemoryPart{name, times * on_host, times * on_gpu};
    };
    const auto series = [&](const TransformBytes& b) {
        return (there + tried) * b.series + (back + tried) * b.sums;
    };
    return {part("tables", 1, host.tables, gpu.tables),
            part("spectra", state + there + back + kept, host.spectrum,
                 gpu.spectrum),
            part("fields", there + back + kept, host.field, gpu.field),
            part("Fourier coefficients", turns * (there + back + tried),
                 host.fourier, gpu.fourier),
            part("series", turns, series(host), series(gpu))};
}

}  // namespace

MemoryNeed memory_of(const SphereOptions& o, const SpherePlan& plan,
                     const runtime::Ranks& ranks) {
    const auto share = graphs::Share::parse(o.placement);
    const auto here = runtime::find_resources(machine(o, share, nullptr));
    graphs::check_share(here, share);
    const int gpus = static_cast<int>(here.gpus.size());
    const auto grid = graphs::sphere::barotropic_grid(plan.begin.degrees);
    const auto t = sphere::triangle(plan.begin.degrees);
    const auto bytes = [&](double part, int workers) {
        return graphs::sphere::transform_bytes({t.orders, t.degrees + 1}, grid,
                                               ranks.size(), part, workers);
    };
    const double spectrum =
        static_cast<double>(t.size()) * sizeof(sphere::Complex);
    const double field = static_cast<double>(grid.size()) * sizeof(double);
    const int workers = share.uses(runtime::Worker::Kind::cpu)
                            ? std::min(here.cpus, o.cpu_workers)
                            : 0;
    const int tried = graphs::sphere::fields_of_trials(
        1, share, ranks.size() * (workers + gpus));
    MemoryNeed need{
        .what = fmt::format("a flow of T{}", plan.begin.degrees),
        .parts = flow_parts(tried, bytes(1, workers),
                            bytes(1.0 / std::max(gpus, 1), 1)),
        .held = static_cast<double>(plan.begin.vorticity.size()) *
                sizeof(sphere::Complex),
        .gpus = here.gpus,
        .on_gpus = share.needs_gpu() ? IfTooSmall::refuse : IfTooSmall::warn,
        .advice = "take a smaller --truncation, or more machines"};
    need.parts.push_back({"initial and newest vorticity", 2 * spectrum});
    const auto copies = RunFiles::copies(o);
    const double file = (o.out.empty() ? 0 : field) + spectrum;
    need.parts.push_back({"output", o.out.empty() && o.checkpoint.empty() ? 0
                                    : ranks.is_first()
                                        ? (copies.states + copies.files) * file
                                        : file});
    // A table that all pictures share, and those that are drawn at once.
    const auto at_once =
        std::max<double>(static_cast<double>(RunFiles::at_once(o)), 1);
    const auto map = SphereFiles::map_bytes(o, grid);
    need.parts.push_back(
        {"pictures", o.pictures && ranks.is_first()
                         ? static_cast<double>(map.map) +
                               at_once * static_cast<double>(map.picture)
                         : 0});
    return need;
}

}  // namespace tasuki::drivers
