#include "simulation/this_machine.hpp"

#include <hwloc.h>
#include <unistd.h>

#include <algorithm>

namespace tasuki::runtime {

namespace {

/// Of this machine; null where hwloc cannot tell.
class Topology {
  public:
    Topology() {
        if (hwloc_topology_init(&topology_) != 0) return;
        hwloc_topology_set_cache_types_filter(topology_,
                                              HWLOC_TYPE_FILTER_KEEP_ALL);
        is_loaded_ = hwloc_topology_load(topology_) == 0;
    }
    ~Topology() {
        if (topology_ != nullptr) hwloc_topology_destroy(topology_);
    }
    Topology(const Topology&) = delete;
    Topology& operator=(const Topology&) = delete;

    /// Calls see(object) for each of a type.
    template <class See>
    void each(hwloc_obj_type_t type, const See& see) const {
        if (!is_loaded_) return;
        for (hwloc_obj_t object =
                 hwloc_get_next_obj_by_type(topology_, type, nullptr);
             object != nullptr;
             object = hwloc_get_next_obj_by_type(topology_, type, object))
            see(object);
    }

  private:
    hwloc_topology_t topology_ = nullptr;
    bool is_loaded_ = false;
};

}  // namespace

int sockets_of(std::span<const int> cpus) {
    int sockets = 0;
    Topology{}.each(HWLOC_OBJ_PACKAGE, [&](hwloc_obj_t package) {
        sockets += std::ranges::any_of(cpus, [&](int cpu) {
            return hwloc_bitmap_isset(package->cpuset,
                                      static_cast<unsigned>(cpu)) != 0;
        });
    });
    return std::max(1, sockets);
}

std::string cpu_name() {
    std::string name;
    Topology{}.each(HWLOC_OBJ_PACKAGE, [&](hwloc_obj_t package) {
        const char* const model =
            hwloc_obj_get_info_by_name(package, "CPUModel");
        if (name.empty() && model != nullptr) name = model;
    });
    return name.empty() ? "unknown CPU" : name;
}

std::size_t cache_bytes() {
    const Topology topology;
    std::size_t bytes = 0;
    for (const auto type : {HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE})
        if (bytes == 0)
            topology.each(type, [&](hwloc_obj_t cache) {
                bytes += cache->attr->cache.size;
            });
    return bytes;
}

std::size_t host_memory_bytes() {
    return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace tasuki::runtime
