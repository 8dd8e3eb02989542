#include "drivers/devices/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

#include "drivers/common/own_program.hpp"
#include "drivers/common/progress.hpp"
#include "drivers/devices/this_machine.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/home.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::drivers {

namespace {

using io::machines::kMostEfficiency, io::machines::MachineFile;
using runtime::Machine, runtime::Rates;

/// Fewer tasks of a kernel may all have been disturbed.
constexpr int kLeastTasks = 3;
/// A run that is stuck must not last for ever.
constexpr int kMostSeconds = 600;

/// Sizes that differ less say nothing of how the time grows.
constexpr double kFarApart = 2;

/// Tasks of a kernel of one size.
struct Point {
    double least;    ///< of a task, at an efficiency of 1 [s]
    double seconds;  ///< of a task, as measured
    double all;      ///< of all of them
};
/// By kernel.
using Points = std::map<std::string, std::vector<Point>>;

/// Those that measure the rates have no efficiency.
bool is_yardstick(const std::string& kernel) {
    return kernel.starts_with("bandwidth") || kernel.starts_with("fma") ||
           kernel.starts_with("tune");
}

void add(Points& all, const Json& its, Rates rates) {
    const std::string kernel = its["kernel"];
    const double tasks = its["tasks"], seconds = its["seconds"];
    if (is_yardstick(kernel) || tasks < kLeastTasks || !(seconds > 0)) return;
    rates.efficiency = 1;
    const double least = runtime::kernel_seconds(
        rates, its["bytes"], its["flops"], its["number_bytes"]);
    if (least > 0) all[kernel].push_back({least, seconds, tasks * seconds});
}

struct Fit {
    double efficiency;
    double start = 0;  ///< [s]
};

/// A line through the smallest and the largest tasks; where it would begin
/// below 0, or where all are of one size, through 0 and those that took longest
/// together.
Fit fit(const std::vector<Point>& points) {
    const auto [small, large] =
        std::ranges::minmax(points, {}, [](const Point& p) { return p.least; });
    if (large.least > kFarApart * small.least) {
        const double slope =
            (large.seconds - small.seconds) / (large.least - small.least);
        const double efficiency =
            slope > 0 ? std::min(1 / slope, kMostEfficiency) : kMostEfficiency;
        const double start = small.seconds - small.least / efficiency;
        if (start > 0) return {efficiency, start};
    }
    const Point& most = std::ranges::max(points, {}, &Point::all);
    return {std::min(most.least / most.seconds, kMostEfficiency)};
}

void put(std::map<std::string, double>& kernels,
         std::map<std::string, double>& starts, const Points& found) {
    for (const auto& [kernel, points] : found) {
        const Fit its = fit(points);
        // Two digits are what a shared machine gives.
        kernels[kernel] = rounded(its.efficiency, 2);
        if (its.start > 0) starts[kernel] = rounded(its.start, 2);
    }
}

/// What a run's kernels took; nothing if it failed.
Json timed(const std::string& command) {
    const auto folder = runtime::private_folder();
    const auto times = (folder / "kernel_times.json").string();
    const auto answer = ask_tasuki(
        {}, words_of(command), (folder / "calibration.json").string(),
        kMostSeconds, {"TASUKI_KERNEL_TIMES=" + times});
    std::ifstream stream{times};
    const auto found = Json::try_parse(stream);
    if (answer.end.exit_code == 0 && found && found->is_array()) return *found;
    runtime::logger().warn(
        "calibration: `tasuki {}` is left out, it ended with {}", command,
        answer.end.over_time        ? "no result in time"
        : answer.end.exit_code != 0 ? last_words(answer.end.said)
                                    : "no times of kernels");
    return Json::array();
}

}  // namespace

std::vector<std::string> calibration_runs(bool gpus) {
    std::vector<std::string> runs;
    // Two sizes of each kernel, and one of them that no cache holds.
    const auto add = [&](const std::string& where,
                         std::initializer_list<const char*> lattices) {
        for (const char* lattice : lattices) {
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
                    "0.05 --csw 1 --source random:1 --tolerance 1e-6 "
                    "--precision {} {}",
                    lattice, numbers, where));
        }
        for (const std::string rest :
             {"nbody --n 16384 --steps 3", "nbody --n 65536 --steps 3",
              "sht --truncation 341", "sht --truncation 682",
              "sphere --truncation 341 --steps 5",
              "sphere --truncation 682 --steps 5"})
            runs.push_back(rest + " " + where);
    };
    add("--placement cpu", {"16x16x16x32", "32x32x32x16"});
    if (gpus) add("--placement gpu --gpus 1", {"16x16x16x32", "32x32x32x64"});
    return runs;
}

void calibrate(MachineFile& file, const std::vector<std::string>& commands) {
    Machine& m = file.machine;
    Points on_cpu, on_gpu;
    {
        ProgressLine progress{"calibration run", commands.size()};
        std::size_t done = 0;
        for (const auto& command : commands) {
            progress.show(done++, command);
            for (const Json& its : timed(command)) {
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
    put(m.cpu_kernels, m.cpu_starts, on_cpu);
    put(m.gpu_kernels, m.gpu_starts, on_gpu);
    for (const auto& [path, of_path] :
         {std::pair{"node.socket.kernels", &m.cpu_kernels},
          {"node.socket.kernel_starts_us", &m.cpu_starts},
          {"node.gpu.kernels", &m.gpu_kernels},
          {"node.gpu.kernel_starts_us", &m.gpu_starts}})
        if (!of_path->empty()) file.measured.emplace_back(path);
    file.note += " Kernels: from times of tasks of this machine.";
}

}  // namespace tasuki::drivers
