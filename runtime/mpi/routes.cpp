#include "runtime/mpi/routes.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>
#include <cstring>

#include "runtime/core/devices.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/session.hpp"
#include "runtime/mpi/gather.hpp"
#include "runtime/mpi/transfers.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Of a rank, for the others.
struct End {
    int rank;
    char device[96], id[192];
};

End own_end(int rank) {
    End end{rank, "CPUs", {}};
    std::string device = "CPUs", id = host_name() + " CPUs";
    if (const auto& workers = session().gpu_workers; !workers.empty()) {
        const int number = starpu_worker_get_devid(workers.front());
        for (const GpuDevice& gpu : gpu_devices())
            if (gpu.number == number) {
                device = fmt::format("GPU {} ({})", number, gpu.name);
                id = gpu.id;
            }
    }
    std::strncpy(end.device, device.c_str(), sizeof end.device - 1);
    std::strncpy(end.id, id.c_str(), sizeof end.id - 1);
    return end;
}

std::string way_to(int rank, const Ranks& ranks, const Transfers* transfers) {
    const Way way = transfers == nullptr ? Way::mpi : transfers->way(rank);
    switch (way) {
        case Way::gpu:
            return transfers->stores_to(rank) ? "stores" : "copy";
        case Way::memory:
            return "host";
        case Way::network:
            return "network";
        case Way::mpi:
            break;
    }
    return !session().gpu_workers.empty() && ranks.sends_from_gpu_memory()
               ? "mpi-device"
               : "mpi-host";
}

}  // namespace

std::vector<Route> find_routes(MPI_Comm machine, const Ranks& ranks,
                               const Transfers* transfers) {
    const End own = own_end(ranks.rank());
    std::vector<Route> routes;
    for (const End& other : gather(own, machine)) {
        if (other.rank == own.rank) continue;
        routes.push_back({{own.rank, own.device, own.id},
                          {other.rank, other.device, other.id},
                          way_to(other.rank, ranks, transfers)});
        logger().info("arrays from rank {} ({}) to rank {} ({}): {}", own.rank,
                      own.device, other.rank, other.device, routes.back().way);
    }
    return routes;
}

}  // namespace tasuki::runtime::detail
