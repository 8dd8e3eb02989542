#include "drivers/devices/calibration.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "drivers/common/own_program.hpp"
#include "drivers/common/progress.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/home.hpp"

namespace tasuki::drivers {

namespace {

using io::machines::MachineFile;
using nlohmann::json;
using runtime::Machine, runtime::Rates;

/// Fewer tasks of a kernel may all have been disturbed.
constexpr int kLeastTasks = 3;
/// A run that is stuck must not last for ever.
constexpr int kMostSeconds = 600;

struct Found {
    double seconds = 0;  ///< of all tasks whose efficiency it is
    double efficiency = 0;
};
/// By kernel.
using Efficiencies = std::map<std::string, Found>;

/// Those that measure the rates have no efficiency.
bool is_yardstick(const std::string& kernel) {
    return kernel.starts_with("bandwidth") || kernel.starts_with("fma") ||
           kernel.starts_with("tune");
}

/// Of several sizes of a kernel's tasks that which took longest counts.
void add(Efficiencies& all, const json& its, Rates rates) {
    const std::string kernel = its["kernel"];
    const double tasks = its["tasks"], seconds = its["seconds"];
    if (is_yardstick(kernel) || tasks < kLeastTasks || !(seconds > 0)) return;
    rates.efficiency = 1;
    const double least = runtime::kernel_seconds(
        rates, its["bytes"], its["flops"], its["number_bytes"]);
    if (Found& found = all[kernel]; found.seconds < tasks * seconds)
        found = {tasks * seconds, least / seconds};
}

/// Two digits are what a shared machine gives.
void put(std::map<std::string, double>& kernels, const Efficiencies& found) {
    for (const auto& [kernel, its] : found)
        if (its.efficiency > 0)
            kernels[kernel] = std::stod(
                fmt::format("{:.2g}", std::min(its.efficiency, 10.0)));
}

/// What a run's kernels took; nothing if it failed.
json timed(const std::string& command) {
    const auto folder = runtime::private_folder();
    const auto times = (folder / "kernel_times.json").string();
    const auto answer =
        ask_tasuki({"env", "TASUKI_KERNEL_TIMES=" + times}, words_of(command),
                   (folder / "calibration.json").string(), kMostSeconds);
    std::ifstream stream{times};
    auto found = json::parse(stream, nullptr, /*allow_exceptions=*/false);
    if (answer.end.exit_code == 0 && found.is_array()) return found;
    spdlog::warn("calibration: `tasuki {}` is left out, it ended with {}",
                 command,
                 answer.end.over_time        ? "no result in time"
                 : answer.end.exit_code != 0 ? last_words(answer.end.said)
                                             : "no times of kernels");
    return json::array();
}

}  // namespace

std::vector<std::string> calibration_runs(bool gpus) {
    std::vector<std::string> runs;
    // A lattice that no cache holds.
    const auto add = [&](const std::string& where, const std::string& lattice) {
        for (const char* numbers : {"double", "single"})
            for (const int reals : {18, 12, 8})
                runs.push_back(fmt::format(
                    "wilson --gauge hot:1 --lattice {} --blocks 1x1x1x2 "
                    "--repetitions 3 --precision {} --reconstruct {} {}",
                    lattice, numbers, reals, where));
        for (const char* numbers :
             {"double", "mixed --inner single", "mixed --inner half"})
            runs.push_back(fmt::format(
                "solve --gauge hot:1 --lattice {} --blocks 1x1x1x2 --kappa "
                "0.05 --csw 1 --source random:1 --tolerance 1e-6 --precision "
                "{} {}",
                lattice, numbers, where));
        for (const std::string rest :
             {"nbody --n 65536 --steps 3", "sht --truncation 682",
              "sphere --truncation 682 --steps 5"})
            runs.push_back(rest + " " + where);
    };
    add("--placement cpu", "16x16x16x32");
    if (gpus) add("--placement gpu --gpus 1", "32x32x32x64");
    return runs;
}

void calibrate(MachineFile& file, const std::vector<std::string>& commands) {
    Machine& m = file.machine;
    Efficiencies on_cpu, on_gpu;
    {
        ProgressLine progress{"calibration run", commands.size()};
        std::size_t done = 0;
        for (const auto& command : commands) {
            progress.show(done++, command);
            for (const json& its : timed(command)) {
                if (its["worker"] == "gpu")
                    add(on_gpu, its, m.gpu->rates);
                else
                    add(on_cpu, its,
                        its["threads"].get<double>() / m.cores * m.cpu);
            }
        }
    }
    if (on_cpu.empty() && on_gpu.empty())
        throw runtime::FaultError("calibration: no kernel was timed");
    put(m.cpu_kernels, on_cpu);
    put(m.gpu_kernels, on_gpu);
    if (!on_cpu.empty()) file.measured.emplace_back("node.socket.kernels");
    if (!on_gpu.empty()) file.measured.emplace_back("node.gpu.kernels");
    file.note += " Efficiencies of kernels: of tasks of this machine.";
}

}  // namespace tasuki::drivers
