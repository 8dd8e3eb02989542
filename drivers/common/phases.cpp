#include "drivers/common/phases.hpp"

#include <algorithm>
#include <functional>

#include "io/print.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

Phases phases_of_ranks(runtime::Context& context) {
    const auto own = context.statistics().phases();
    const auto& ranks = context.ranks();
    if (!ranks.several()) return own;
    const auto parts = ranks.collect(phases_json(own).dump());
    if (!ranks.is_first()) return own;
    Phases all;
    for (const std::string& part : parts) {
        const auto phases = Json::parse(part);
        for (const auto& [name, phase] : phases.items()) {
            runtime::PhaseCount& sum = all[name];
            sum.on_cpu += phase["cpu"].get<int>();
            sum.on_gpu += phase["gpu"].get<int>();
            sum.seconds += phase["seconds"].get<double>();
        }
    }
    return all;
}

void print_phases(const Phases& phases, const std::vector<std::string>& names) {
    if (phases.empty()) return;
    double total = 0;
    std::size_t width = 10;
    for (const auto& [name, phase] : phases) {
        total += phase.seconds;
        width = std::max(width, name.size());
    }
    io::print("\n  {:<{}} {:>10} {:>10} {:>12} {:>8}\n", "phase", width,
              "CPU tasks", "GPU tasks", "busy [s]", "share");
    for (const auto& name : names) {
        const auto found = phases.find(name);
        if (found == phases.end()) continue;
        const auto& p = found->second;
        io::print("  {:<{}} {:>10} {:>10} {:>12.4f} {:>7.1f}%\n", name, width,
                  p.on_cpu, p.on_gpu, p.seconds,
                  total > 0 ? 100 * p.seconds / total : 0);
    }
}

void print_phases(const Phases& phases) {
    std::vector<std::string> names;
    for (const auto& [name, phase] : phases) names.push_back(name);
    std::ranges::stable_sort(names, std::greater{}, [&](const auto& name) {
        return phases.at(name).seconds;
    });
    print_phases(phases, names);
}

Json phases_json(const Phases& phases) {
    auto j = Json::object();
    for (const auto& [name, phase] : phases)
        j[name] = {{"cpu", phase.on_cpu},
                   {"gpu", phase.on_gpu},
                   {"seconds", phase.seconds}};
    return j;
}

}  // namespace tasuki::drivers
