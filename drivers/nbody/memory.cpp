// What `tasuki nbody` keeps in memory.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "drivers/nbody/output.hpp"
#include "drivers/nbody/plan.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::drivers {

namespace {

/// As io and drivers have a body: mass, position, velocity.
constexpr double kBody = 7 * sizeof(double);
/// In a file, and its number while that is put there.
constexpr double kInFile = kBody + 2 * sizeof(std::uint32_t);

bool has_outputs(const NbodyOptions& o) {
    return !o.out.empty() || !o.checkpoint.empty();
}

/// Four numbers each: positions of all bodies on every worker; velocities and
/// accelerations where they are computed, and copies of the state for outputs.
MemoryPart simulation(const NbodyOptions& o, const io::Snapshot& s, double n,
                      double ranks, std::size_t gpus) {
    const double state = s.precision == "single" ? 16 : 32;
    const double force = s.precision == "double" ? 32 : 16;
    const double kept = has_outputs(o) ? 2 * state : 0;
    const auto bytes = [&](double own) {
        // And what the energy is made of.
        return n * state + own * (state + force + sizeof(double) + kept);
    };
    return {
        "simulation", n * sizeof(double) + bytes(n / ranks),
        bytes(n / ranks / static_cast<double>(std::max(gpus, std::size_t{1})))};
}

/// Bodies as workers give them back; on the first rank those of each output.
MemoryPart output(const NbodyOptions& o, double n,
                  const runtime::Ranks& ranks) {
    if (!has_outputs(o)) return {"output"};
    if (!ranks.is_first()) return {"output", n * 2 * kBody};
    const auto [states, files] = RunFiles::copies(o);
    return {"output", n * (states * kBody + files * kInFile)};
}

/// As many are drawn at the same time as outputs are under way.
MemoryPart pictures(const NbodyOptions& o, std::size_t n,
                    const runtime::Ranks& ranks) {
    if (!o.pictures || !ranks.is_first()) return {"pictures"};
    const auto at_once = std::max(RunFiles::at_once(o), std::size_t{1});
    return {"pictures",
            static_cast<double>(at_once *
                                views::density_bytes(n, NbodyFiles::kPixels))};
}

}  // namespace

MemoryNeed memory_of(const NbodyOptions& options, const NbodyPlan& plan,
                     const runtime::Ranks& ranks) {
    const auto share = graphs::Share::parse(options.placement);
    const auto here = runtime::find_resources(machine(options, share, nullptr));
    graphs::check_share(here, share);
    const std::size_t read = plan.begin.bodies.size();
    const std::size_t bodies = read > 0 ? read : plan.begin.origin.n;
    const auto n = static_cast<double>(bodies);
    return {
        .what = fmt::format("a system of {:.0f} bodies", n),
        .parts = {{"initial bodies", n * kBody},
                  {"newest bodies", n * kBody},
                  simulation(options, plan.begin, n, ranks.size(),
                             here.gpus.size()),
                  output(options, n, ranks),
                  pictures(options, bodies, ranks)},
        .held = static_cast<double>(read) * kBody,
        .gpus = here.gpus,
        .on_gpus = share.needs_gpu() ? IfTooSmall::refuse : IfTooSmall::warn,
        .advice = "take fewer bodies, or more machines"};
}

}  // namespace tasuki::drivers
