#include "runtime/core/cpu_share.hpp"

#include <algorithm>
#include <iterator>

namespace tasuki::runtime {

namespace {

bool has(const std::vector<int>& all, int one) {
    return std::ranges::find(all, one) != all.end();
}

/// Whether another CPU of its core is polled on.
bool shares_a_core(int cpu, const Cores& cores,
                   const std::vector<int>& polled) {
    return std::ranges::any_of(cores, [&](const std::vector<int>& core) {
        return has(core, cpu) && std::ranges::any_of(core, [&](int other) {
                   return has(polled, other);
               });
    });
}

}  // namespace

Cores cores_of(hwloc_topology_t topology) {
    Cores cores;
    for (hwloc_obj_t core =
             hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_CORE, nullptr);
         core != nullptr;
         core = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_CORE, core)) {
        auto& cpus = cores.emplace_back();
        for (int cpu = hwloc_bitmap_first(core->cpuset); cpu >= 0;
             cpu = hwloc_bitmap_next(core->cpuset, cpu))
            cpus.push_back(cpu);
    }
    return cores;
}

std::vector<int> core_by_core(const std::vector<int>& cpus,
                              const Cores& cores) {
    std::vector<int> ordered;
    for (const auto& core : cores)
        std::ranges::copy_if(core, std::back_inserter(ordered),
                             [&](int cpu) { return has(cpus, cpu); });
    std::ranges::copy_if(cpus, std::back_inserter(ordered),
                         [&](int cpu) { return !has(ordered, cpu); });
    return ordered;
}

std::vector<int> cpus_for_kernels(const std::vector<int>& allowed,
                                  const Cores& cores,
                                  const std::vector<int>& polled, int more,
                                  int least) {
    // From what disturbs most to what disturbs least.
    std::vector<int> order, beside, free;
    for (const int cpu : allowed)
        (has(polled, cpu)                    ? order
         : shares_a_core(cpu, cores, polled) ? beside
                                             : free)
            .push_back(cpu);
    const std::size_t taken =
        order.size() + beside.size() +
        std::min(free.size(), static_cast<std::size_t>(std::max(0, more)));
    order.insert(order.end(), beside.begin(), beside.end());
    order.insert(order.end(), free.begin(), free.end());
    const std::size_t wanted =
        std::min(order.size(), static_cast<std::size_t>(std::max(0, least)));
    order.erase(order.begin(),
                order.begin() + static_cast<std::ptrdiff_t>(
                                    std::min(taken, order.size() - wanted)));
    std::ranges::sort(order);
    return order;
}

}  // namespace tasuki::runtime
