// What the ranks of a machine know of how arrays go between them.
#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>
#include <cstring>

#include "runtime/core/devices.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/session.hpp"
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

}  // namespace

std::vector<Route> Transfers::find_routes(MPI_Comm machine) const {
    const End own = own_end(rank_);
    std::vector<Route> routes;
    for (const End& other : gather(own, machine)) {
        if (other.rank == own.rank) continue;
        const Exchange exchange = exchange_with(other.rank);
        routes.push_back({{own.rank, own.device, own.id},
                          {other.rank, other.device, other.id},
                          exchange});
        logger().info("arrays from rank {} ({}) to rank {} ({}): {}", own.rank,
                      own.device, other.rank, other.device, name_of(exchange));
    }
    return routes;
}

}  // namespace tasuki::runtime::detail
