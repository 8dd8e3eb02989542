// What the ranks of a machine know of how arrays go between them.
#include <fmt/format.h>
#include <starpu.h>

#include "runtime/core/devices.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/session.hpp"
#include "runtime/mpi/transfers.hpp"

namespace tasuki::runtime::detail {

std::vector<Route> Transfers::find_routes(const Ranks& ranks) const {
    std::string device = "CPUs", id = host_name() + " CPUs";
    if (const auto& workers = session().gpu_workers; !workers.empty()) {
        const int number = starpu_worker_get_devid(workers.front());
        for (const GpuDevice& gpu : gpu_devices())
            if (gpu.number == number) {
                device = fmt::format("GPU {} ({})", number, gpu.name);
                id = gpu.id;
            }
    }
    const auto devices = ranks.gather(device), ids = ranks.gather(id);
    std::vector<Route> routes;
    for (const int rank : neighbours_) {
        const Exchange exchange = windows_.exchange_with(rank);
        routes.push_back(
            {{rank_, device, id}, {rank, devices[rank], ids[rank]}, exchange});
        logger().info("arrays from rank {} ({}) to rank {} ({}): {}", rank_,
                      device, rank, devices[rank], name_of(exchange));
    }
    return routes;
}

}  // namespace tasuki::runtime::detail
