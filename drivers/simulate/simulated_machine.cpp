#include "drivers/simulate/simulated_machine.hpp"

#include <fmt/format.h>

#include "drivers/common/options.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::drivers {

namespace {

std::string efficiency_of(const runtime::Machine& m) {
    auto text = fmt::format("{} (CPU)", m.cpu.efficiency);
    if (m.gpu) text += fmt::format(" and {} (GPU)", m.gpu->rates.efficiency);
    if (const auto own = m.cpu_kernels.size() + m.gpu_kernels.size(); own > 0)
        text += fmt::format("; that of {} kernels is in the file", own);
    return text;
}

}  // namespace

void add_machine_file_option(CLI::App& command, std::string& path) {
    add_option(command, "--machine", path,
               "file of the machine, as machines/*.json; it may also stand "
               "before the name of the command")
        .value_name("FILE")
        .reads()
        .required();
}

SimulatedMachine read_simulated_machine(const std::string& path) {
    runtime::check_simulates();
    return {io::machines::read_machine(path), path};
}

void print_simulated(const SimulatedMachine& machine,
                     const runtime::RanksOnNodes& ranks) {
    const auto& file = machine.file;
    io::print("{}\n", kSimulatedBanner);
    io::print("  machine    {} ({})\n", file.machine.name, machine.path);
    io::print("  rates      {} measured, {} published, {} assumed\n",
              file.measured.size(), file.published.size(), file.assumed.size());
    io::print(
        "  tasks      the longer of traffic / bandwidth and flop / peak, over "
        "an efficiency of {}\n",
        efficiency_of(file.machine));
    if (ranks.count == 1) return;
    io::print("  nodes      {} of {}, {} on each", ranks.nodes(),
              file.machine.nodes,
              ranks.each == 1 ? "a rank" : fmt::format("{} ranks", ranks.each));
    if (ranks.nodes() > 1)
        io::print("; {:g} GB/s and {:g} us between two",
                  1e-9 * file.machine.network->bandwidth,
                  1e6 * file.machine.network->latency);
    io::print("\n");
}

std::string simulated_title(const SimulatedMachine& machine,
                            const std::string& title) {
    return fmt::format("simulated on {}: {}", machine.file.machine.name, title);
}

runtime::Rates rates_of(const runtime::Worker& worker,
                        const runtime::Machine& machine) {
    if (worker.kind == runtime::Worker::Kind::gpu) return machine.gpu->rates;
    return worker.threads / double(machine.cores) * machine.cpu;
}

Json simulated_json(const SimulatedMachine& machine,
                    const runtime::RanksOnNodes& ranks) {
    const auto& file = machine.file;
    const runtime::Machine& m = file.machine;
    Json j{{"machine", m.name},
           {"file", machine.path},
           {"cpu_efficiency", m.cpu.efficiency},
           {"measured", file.measured},
           {"published", file.published},
           {"assumed", file.assumed}};
    if (m.gpu) j["gpu_efficiency"] = m.gpu->rates.efficiency;
    if (ranks.count > 1) j["ranks_per_node"] = ranks.each;
    return j;
}

}  // namespace tasuki::drivers
