#include "drivers/common/gpu_memory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "runtime/devices.hpp"
#include "runtime/error.hpp"
#include "runtime/rank_agreement.hpp"

namespace tasuki::drivers {

namespace {

using nlohmann::json;

/// CUDA itself needs some, and StarPU cannot use the last byte.
constexpr double kUsable = 0.95;

/// Of this rank, for the others.
std::string packed_uses(double needed, const std::vector<int>& devices) {
    json uses = json::array();
    if (devices.empty()) return uses.dump();
    for (const auto& gpu : runtime::gpu_devices())
        if (std::ranges::find(devices, gpu.number) != devices.end())
            uses.push_back({gpu.id, gpu.number, gpu.name,
                            static_cast<double>(gpu.free_bytes), needed});
    return uses.dump();
}

std::string describe(const std::vector<GpuUse>& sharing, double free,
                     double needed) {
    std::vector<int> ranks;
    for (const GpuUse& use : sharing) ranks.push_back(use.rank);
    const GpuUse& first = sharing.front();
    return fmt::format(
        "GPU {} ({}) has {:.2f} GB of memory free; {} need {:.2f} GB",
        first.number, first.name, 1e-9 * free,
        ranks == std::vector{0} ? std::string{"its blocks"}
                                : "the blocks of " + runtime::name_ranks(ranks),
        1e-9 * needed);
}

}  // namespace

std::vector<std::string> find_small_gpus(const std::vector<GpuUse>& uses) {
    std::map<std::string, std::vector<GpuUse>> by_id;
    for (const GpuUse& use : uses) by_id[use.id].push_back(use);
    std::vector<std::string> small;
    for (const auto& [id, sharing] : by_id) {
        double free = sharing.front().free_bytes, needed = 0;
        for (const GpuUse& use : sharing) {
            // Those that asked later saw what the earlier ones already had.
            free = std::min(free, use.free_bytes);
            needed += use.needed_bytes;
        }
        if (needed > kUsable * free)
            small.push_back(describe(sharing, free, needed));
    }
    return small;
}

double share_of_fullest(int on_gpus, int blocks, int gpus) {
    const int each = (blocks + gpus - 1) / gpus;
    return std::min(1.0, static_cast<double>(on_gpus) / each);
}

void check_gpu_memory(const runtime::Ranks& ranks, double needed,
                      const std::vector<int>& devices, IfTooSmall then) {
    std::vector<GpuUse> uses;
    const auto parts = ranks.gather(packed_uses(needed, devices));
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
        for (const json& use : json::parse(parts[rank]))
            uses.push_back({static_cast<int>(rank), use[0], use[1], use[2],
                            use[3], use[4]});
    const auto small = find_small_gpus(uses);
    if (small.empty()) return;
    if (then == IfTooSmall::refuse)
        throw runtime::UnavailableError(fmt::format(
            "{}: use --reconstruct 12, --precision single, more GPUs, or a "
            "smaller lattice",
            fmt::join(small, "; ")));
    if (ranks.is_first())
        spdlog::warn(
            "{} if the policy puts all on GPUs: what does not fit is moved in "
            "and out, which is slow",
            fmt::join(small, "; "));
}

}  // namespace tasuki::drivers
