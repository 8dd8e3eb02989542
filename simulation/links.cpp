#include <starpu.h>

#include "simulation/this_machine.hpp"

namespace tasuki::runtime {

std::vector<Link> links() {
    std::vector<Link> found;
    const auto nodes = static_cast<int>(starpu_memory_nodes_get_count());
    for (int from = 0; from < nodes; ++from)
        for (int to = 0; to < nodes; ++to) {
            if (from == to) continue;
            char from_name[64], to_name[64];
            starpu_memory_node_get_name(from, from_name, sizeof from_name);
            starpu_memory_node_get_name(to, to_name, sizeof to_name);
            // StarPU counts in MB/s and microseconds; NaN is not measured.
            const double bandwidth = starpu_transfer_bandwidth(from, to);
            const double latency = starpu_transfer_latency(from, to);
            const bool measured = bandwidth > 0 && latency > 0;
            found.push_back({from_name, to_name,
                             measured ? bandwidth / 1000 : 0,
                             measured ? latency : 0});
        }
    return found;
}

}  // namespace tasuki::runtime
