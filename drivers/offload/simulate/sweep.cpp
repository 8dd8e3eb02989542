#include "drivers/offload/simulate/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "drivers/common/own_program.hpp"
#include "io/json_output.hpp"
#include "runtime/core/home.hpp"

namespace tasuki::drivers::offload {

namespace {

using io::machines::MachineFile;
using runtime::Machine;

/// A simulation takes seconds.
constexpr int kMostSeconds = 600;

/// Of an application, step or iteration; `sht` has one for each direction.
double seconds_of(const nlohmann::ordered_json& result) {
    if (result.contains("seconds_median")) return result["seconds_median"];
    double sum = 0;
    for (const char* direction : {"synthesis", "analysis"})
        if (result.contains(direction))
            sum += result[direction]["seconds_median"].get<double>();
    return sum;
}

/// Whether CPUs computed anything.
bool uses_cpus(const nlohmann::ordered_json& result,
               const std::string& placement) {
    if (result.contains("phases")) {
        for (const auto& [name, phase] : result["phases"].items())
            if (phase["cpu"] > 0) return true;
        return false;
    }
    if (result.contains("cpu_fraction")) return result["cpu_fraction"] > 0;
    return placement != "gpu" && !placement.ends_with(" --cpus 0");
}

/// Keeps the faster one.
void take(Timed& best, const Timed& timed) {
    if (best.placement.empty() || timed.seconds < best.seconds) best = timed;
}

/// Adds a run in a placement to the cell.
void add_run(Cell& cell, const std::string& machine, const std::string& command,
             const std::string& placement) {
    const auto text = fmt::format("simulate --machine {} {} --placement {}",
                                  machine, command, placement);
    std::istringstream words{text};
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) arguments.push_back(word);
    const auto answer = ask_tasuki(
        {}, arguments, (runtime::private_folder() / "cell.json").string(),
        kMostSeconds);
    if (answer.end.exit_code != 0)
        throw_as(
            answer.end.exit_code,
            fmt::format("tasuki {}: {}", text,
                        answer.end.over_time ? "no result in ten minutes"
                                             : last_words(answer.end.said)));
    const Timed timed{placement, seconds_of(answer.json)};
    take(uses_cpus(answer.json, placement) ? cell.with : cell.without, timed);
}

}  // namespace

MachineFile varied(const MachineFile& file, double bandwidth_ratio,
                   double link_percent) {
    MachineFile other = file;
    Machine& m = other.machine;
    const double gpu = m.gpu->rates.bandwidth;
    m.cpu = gpu / bandwidth_ratio / m.cpu.bandwidth * m.cpu;
    m.gpu->to_host.bandwidth = gpu * link_percent / 100;
    return other;
}

Cell run_cell(const MachineFile& file, const std::string& command,
              const std::vector<std::string>& placements) {
    const auto path = (runtime::private_folder() / "machine.json").string();
    io::write_json(path, io::machines::to_json(file));
    const Machine& m = file.machine;
    const double gpu = m.gpu->rates.bandwidth;
    Cell cell{
        gpu / m.cpu.bandwidth, 100 * m.gpu->to_host.bandwidth / gpu, {}, {}};
    // Some graphs are cut more finely where the policy places them.
    for (const char* on_gpus : {"gpu", "dynamic --cpus 0"})
        add_run(cell, path, command, on_gpus);
    for (const auto& placement : placements)
        add_run(cell, path, command, placement);
    return cell;
}

void share_fastest(std::span<Cell> cells) {
    Timed best;
    for (const Cell& cell : cells) take(best, cell.without);
    for (Cell& cell : cells) cell.without = best;
}

}  // namespace tasuki::drivers::offload
