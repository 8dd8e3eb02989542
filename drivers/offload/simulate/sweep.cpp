#include "drivers/offload/simulate/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

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
double seconds_of(const Json& result) {
    if (result.contains("seconds_median")) return result["seconds_median"];
    double sum = 0;
    for (const char* direction : {"synthesis", "analysis"})
        if (result.contains(direction))
            sum += result[direction]["seconds_median"].get<double>();
    return sum;
}

/// Whether CPUs computed anything.
bool uses_cpus(const Json& result, const std::string& placement) {
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
    const auto answer = ask_tasuki(
        {}, words_of(text), (runtime::private_folder() / "cell.json").string(),
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

std::vector<Cell> run_cells(const std::vector<MachineFile>& machines,
                            const std::string& command,
                            const std::vector<std::string>& placements,
                            const std::function<void()>& begin_one) {
    const auto path = (runtime::private_folder() / "machine.json").string();
    std::vector<Cell> cells;
    Timed without;
    for (const MachineFile& file : machines) {
        begin_one();
        io::write_json(path, io::machines::to_json(file));
        const Machine& m = file.machine;
        const double gpu = m.gpu->rates.bandwidth;
        Cell cell{gpu / m.cpu.bandwidth,
                  100 * m.gpu->to_host.bandwidth / gpu,
                  {},
                  {}};
        // Some graphs are cut more finely where the policy places them.
        if (cells.empty())
            for (const char* on_gpus : {"gpu", "dynamic --cpus 0"})
                add_run(cell, path, command, on_gpus);
        for (const auto& placement : placements)
            add_run(cell, path, command, placement);
        if (!cell.without.placement.empty()) take(without, cell.without);
        cells.push_back(cell);
    }
    for (Cell& cell : cells) cell.without = without;
    return cells;
}

}  // namespace tasuki::drivers::offload
