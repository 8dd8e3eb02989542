#include "drivers/compare/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tasuki::drivers::compare {

namespace {

Cell work_of(const CellResult& result) {
    Cell work = result.cell;
    work.policy.clear();
    work.placement.clear();
    return work;
}

void take(Comparison& comparison, const CellResult& result) {
    const auto [at, is_new] =
        comparison.fastest.emplace(result.cell.placement, &result);
    if (!is_new && result.speed > at->second->speed) at->second = &result;
}

/// The same but for the GPUs, of which `cpu` uses none.
bool same_work(Cell a, const Cell& b) {
    a.gpus = b.gpus;
    return a == b;
}

}  // namespace

const CellResult* Comparison::find(const std::string& placement) const {
    const auto found = fastest.find(placement);
    return found == fastest.end() ? nullptr : found->second;
}

const CellResult* Comparison::best_static() const {
    const CellResult* best = nullptr;
    for (const auto& [placement, result] : fastest)
        if (placement != "dynamic" && (!best || result->speed > best->speed))
            best = result;
    return best;
}

const CellResult& Comparison::best() const {
    return *std::ranges::max_element(fastest, {}, [](const auto& entry) {
                return entry.second->speed;
            })->second;
}

std::optional<double> Comparison::gain_over_gpu(
    const std::string& placement) const {
    const auto* gpu = find("gpu");
    const auto* other = find(placement);
    if (!gpu || !other) return std::nullopt;
    return 100 * (other->speed / gpu->speed - 1);
}

std::optional<double> Comparison::dynamic_behind() const {
    const auto* dynamic = find("dynamic");
    const auto* best = best_static();
    if (!dynamic || !best) return std::nullopt;
    return 100 * (1 - dynamic->speed / best->speed);
}

std::vector<Comparison> compare_placements(
    const std::vector<CellResult>& results) {
    std::vector<Comparison> comparisons;
    for (const auto& result : results) {
        const auto work = work_of(result);
        auto at = std::ranges::find(comparisons, work, &Comparison::work);
        if (at == comparisons.end()) {
            comparisons.push_back({work, result.blocks, {}});
            at = comparisons.end() - 1;
        }
        take(*at, result);
    }
    for (const auto& result : results)
        if (result.cell.placement == "cpu")
            for (auto& comparison : comparisons)
                if (comparison.work.gpus > 0 &&
                    same_work(work_of(result), comparison.work))
                    take(comparison, result);
    // `cpu` alone beside others that have it too says nothing of its own.
    std::erase_if(comparisons, [&](const Comparison& c) {
        return c.fastest.size() == 1 && c.find("cpu") &&
               std::ranges::any_of(comparisons, [&](const Comparison& other) {
                   return other.work.gpus > 0 && same_work(c.work, other.work);
               });
    });
    return comparisons;
}

std::vector<std::string> placements_in(
    const std::vector<Comparison>& comparisons) {
    std::set<std::string> present;
    for (const auto& comparison : comparisons)
        for (const auto& [placement, result] : comparison.fastest)
            present.insert(placement);
    std::vector<std::string> ordered;
    if (present.empty()) return ordered;
    for (const auto& name : comparisons.front().work.subject->placement_names)
        if (present.erase(name) > 0) ordered.push_back(name);
    ordered.insert(ordered.end(), present.begin(), present.end());
    return ordered;
}

std::string describe_devices(int ranks, int gpus) {
    const auto many = [](int n, const char* what) {
        return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
    };
    if (gpus == 0) return ranks == 1 ? "" : many(ranks, "rank");
    return ranks == 1 ? many(gpus, "GPU")
                      : many(ranks, "rank") + " x " + many(gpus, "GPU");
}

std::string describe(const Comparison& c) {
    std::string text;
    for (std::size_t k = 0; k < c.work.problem.size(); ++k) {
        const auto& axis = c.work.subject->axes[k];
        const auto& value = c.work.problem[k];
        if (value != axis.usual)
            text += (text.empty() ? "" : ", ") + axis.describe(value);
    }
    if (const auto devices = describe_devices(c.work.ranks, c.work.gpus);
        !devices.empty())
        text += ", " + devices;
    if (c.work.has_outputs()) text += ", " + describe_outputs(c.work.outputs);
    return c.blocks.empty() ? text : text + ", blocks " + c.blocks;
}

}  // namespace tasuki::drivers::compare
