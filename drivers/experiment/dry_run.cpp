#include "drivers/experiment/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

namespace {

Json to_json(const MemoryNeed& need, const std::vector<MemoryDemand>& demands,
             int ranks) {
    Json j{{"dry_run", true},
           {"what", need.what},
           {"fits", std::ranges::all_of(demands, &MemoryDemand::fits)},
           {"ranks", ranks},
           {"host_bytes", need.host_bytes()},
           {"gpu_bytes", need.gpu_bytes()},
           {"parts", Json::array()},
           {"memories", Json::array()}};
    for (const MemoryPart& part : need.parts)
        j["parts"].push_back({{"name", part.name},
                              {"host_bytes", part.host},
                              {"gpu_bytes", part.gpu}});
    for (const MemoryDemand& demand : demands)
        j["memories"].push_back({{"name", demand.name},
                                 {"ranks", demand.ranks},
                                 {"needed_bytes", demand.needed},
                                 {"available_bytes", demand.available}});
    return j;
}

void print(const MemoryNeed& need, const std::vector<MemoryDemand>& demands,
           int ranks) {
    const bool gpus = !need.gpus.empty();
    const auto line = [&](const std::string& name, const std::string& host,
                          const std::string& gpu) {
        io::print("  {:<36} {:>10}{}\n", name, host,
                  gpus ? fmt::format("{:>12}", gpu) : "");
    };
    io::print("{}, nothing computed (--dry-run)\n\n", need.what);
    line(ranks > 1 ? "of rank 0" : "part", "host", "each GPU");
    for (const MemoryPart& part : need.parts)
        line(part.name, shown_bytes(part.host), shown_bytes(part.gpu));
    line("all", shown_bytes(need.host_bytes()), shown_bytes(need.gpu_bytes()));
    io::print("\n  {:<36} {:>10}{:>12}\n", "memory", "needed", "available");
    for (const MemoryDemand& demand : demands)
        io::print("  {:<36} {:>10}{:>12}{}\n", demand.name,
                  shown_bytes(demand.needed), shown_bytes(demand.available),
                  demand.fits() ? "" : "  too small");
}

}  // namespace

void show_memory(const MemoryNeed& need,
                 const std::vector<MemoryDemand>& demands, int ranks,
                 const std::string& json) {
    if (json != "-") print(need, demands, ranks);
    if (!json.empty()) io::write_json(json, to_json(need, demands, ranks));
}

}  // namespace tasuki::drivers
