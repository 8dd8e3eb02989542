#include "drivers/common/memory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "drivers/common/memory_limits.hpp"
#include "io/rank_agreement.hpp"
#include "json/json.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::drivers {

namespace {

/// CUDA itself needs some, and StarPU cannot use the last byte.
constexpr double kUsableOfGpu = 0.95;

/// Of this rank, for the others.
std::string packed_uses(const MemoryNeed& need) {
    Json uses = Json::array();
    const double missing = std::max(0.0, need.host_bytes() - need.held);
    for (const auto& limit : host_memory_limits())
        uses.push_back({limit.id, limit.name, false, limit.available, missing});
    if (!need.gpus.empty())
        for (const auto& gpu : runtime::gpu_devices())
            if (std::ranges::count(need.gpus, gpu.number) > 0)
                uses.push_back(
                    {gpu.id, fmt::format("GPU {} ({})", gpu.number, gpu.name),
                     true,
                     kUsableOfGpu * static_cast<double>(
                                        runtime::free_gpu_memory(gpu.number)),
                     need.gpu_bytes()});
    return uses.dump();
}

std::string describe(const MemoryNeed& need, const MemoryDemand& demand) {
    const auto ranks =
        demand.ranks.size() > 1
            ? fmt::format(" for {}", io::name_ranks(demand.ranks))
            : std::string{};
    return fmt::format("{} needs {} of {}{}, {} are available", need.what,
                       shown_bytes(demand.needed), demand.name, ranks,
                       shown_bytes(demand.available));
}

}  // namespace

double MemoryNeed::host_bytes() const {
    double sum = 0;
    for (const MemoryPart& part : parts) sum += part.host;
    return sum;
}

double MemoryNeed::gpu_bytes() const {
    double sum = 0;
    for (const MemoryPart& part : parts) sum += part.gpu;
    return gpus.empty() ? 0 : sum;
}

std::vector<MemoryDemand> add_uses(const std::vector<MemoryUse>& uses) {
    std::vector<std::string> ids;
    std::vector<MemoryDemand> demands, tightest;
    for (const MemoryUse& use : uses) {
        const auto place = std::ranges::find(ids, use.id) - ids.begin();
        if (place == std::ssize(ids)) {
            ids.push_back(use.id);
            demands.push_back({use.name, use.on_gpu, {}, use.available, 0});
        }
        MemoryDemand& demand = demands[static_cast<std::size_t>(place)];
        demand.ranks.push_back(use.rank);
        // Those that asked later saw what the earlier ones already had.
        demand.available = std::min(demand.available, use.available);
        demand.needed += use.needed;
    }
    for (const MemoryDemand& demand : demands) {
        const auto same =
            std::ranges::find(tightest, demand.name, &MemoryDemand::name);
        if (same == tightest.end())
            tightest.push_back(demand);
        else if (demand.available - demand.needed <
                 same->available - same->needed)
            *same = demand;
    }
    return tightest;
}

std::vector<MemoryDemand> survey_memory(const runtime::Ranks& ranks,
                                        const MemoryNeed& need) {
    std::vector<MemoryUse> uses;
    const auto parts = ranks.gather(packed_uses(need));
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
        for (const Json& use : Json::parse(parts[rank]))
            uses.push_back({static_cast<int>(rank), use[0], use[1], use[2],
                            use[3], use[4]});
    return add_uses(uses);
}

void check_memory(const runtime::Ranks& ranks, const MemoryNeed& need,
                  const std::vector<MemoryDemand>& demands) {
    std::vector<std::string> refused;
    for (const MemoryDemand& demand : demands) {
        if (demand.fits()) continue;
        const auto text = describe(need, demand);
        if (!demand.on_gpu || need.on_gpus == IfTooSmall::refuse)
            refused.push_back(text);
        else if (ranks.is_first())
            runtime::logger().warn(
                "{} if the policy puts all on GPUs: what does not fit is moved "
                "in and out, which is slow",
                text);
    }
    if (!refused.empty())
        throw runtime::UnavailableError(
            fmt::format("{}: {}", fmt::join(refused, "; "), need.advice));
}

std::string shown_bytes(double bytes) {
    if (bytes < 1e6) return fmt::format("{:.1f} kB", 1e-3 * bytes);
    return bytes < 1e9 ? fmt::format("{:.1f} MB", 1e-6 * bytes)
                       : fmt::format("{:.2f} GB", 1e-9 * bytes);
}

}  // namespace tasuki::drivers
