// What `tasuki sht` keeps in memory.
#include "graphs/sphere/transform/memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codelets/sphere/latitudes.hpp"
#include "drivers/sht/plan.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::drivers {

namespace {

using graphs::sphere::TransformBytes;

/// The same of a host and of a GPU, each of which has this much of a transform.
/// @param tried  fields of the trials that found the shares
std::vector<MemoryPart> transform_parts(const ShtOptions& o, int tried,
                                        const TransformBytes& host,
                                        const TransformBytes& gpu) {
    const double k = o.fields, passing = k + tried;
    const bool analyzes = o.operation != "synthesis";
    // Of several fields the result has values before it is computed.
    const double spectra = k * (analyzes || o.fields > 1 ? 2 : 1);
    // A random field to be analyzed is synthesized before.
    const auto series = [&](const TransformBytes& b) {
        return passing * (b.series + (analyzes ? b.sums : 0));
    };
    return {
        {"tables", host.tables, gpu.tables},
        {"spectra", spectra * host.spectrum, spectra * gpu.spectrum},
        {"fields", k * host.field, k * gpu.field},
        {"Fourier coefficients", passing * host.fourier, passing * gpu.fourier},
        {"series", series(host), series(gpu)},
        {"work space of FFTs", 0, passing * (analyzes ? 2 : 1) * gpu.fft}};
}

}  // namespace

MemoryNeed memory_of(const ShtOptions& o, const ShtPlan& plan,
                     const runtime::Ranks& ranks) {
    const auto share = graphs::Share::parse(placement_of(o));
    const auto here = runtime::find_resources(machine(o, share, nullptr));
    graphs::check_share(here, share);
    const int gpus = static_cast<int>(here.gpus.size());
    const auto t = sphere::triangle(plan.truncation);
    const auto bytes = [&](double part, int workers) {
        return graphs::sphere::transform_bytes(t, plan.grid, ranks.size(), part,
                                               workers);
    };
    const double spectrum =
        static_cast<double>(t.size()) * sizeof(sphere::Complex);
    const double field = static_cast<double>(plan.grid.size()) * sizeof(double);
    const double read =
        static_cast<double>(plan.spectra.size()) * spectrum +
        static_cast<double>(plan.values.size()) * sizeof(double);
    const int workers = share.uses(runtime::Worker::Kind::cpu)
                            ? std::min(here.cpus, o.cpu_workers)
                            : 0;
    const int tried = graphs::sphere::fields_of_trials(
        o.fields, share, ranks.size() * (workers + gpus));
    MemoryNeed need{
        .what = fmt::format(
            "sht of {} in T{}",
            o.fields == 1 ? "a field" : fmt::format("{} fields", o.fields),
            plan.truncation),
        .parts = transform_parts(o, tried, bytes(1, workers),
                                 bytes(1.0 / std::max(gpus, 1), 1)),
        .held = read,
        .gpus = here.gpus,
        .on_gpus = share.needs_gpu() ? IfTooSmall::refuse : IfTooSmall::warn,
        .advice =
            "take fewer --fields, a smaller --truncation, or more "
            "machines"};
    need.parts.push_back({"input", read > 0 ? read : o.fields * spectrum});
    need.parts.push_back({"results of the first field", field + 2 * spectrum});
    return need;
}

}  // namespace tasuki::drivers
