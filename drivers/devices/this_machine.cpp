#include "drivers/devices/this_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "drivers/common/bandwidth.hpp"
#include "drivers/common/fma_peak.hpp"
#include "drivers/devices/task_costs.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/median.hpp"
#include "simulation/this_machine.hpp"

namespace tasuki::drivers {

namespace {

using io::machines::MachineFile;
using runtime::MachineGpu, runtime::MachineLink, runtime::Rates;
using runtime::Worker;

/// What the Wilson operator reaches on an H200 and its host (docs/simulate.md).
constexpr double kCpuEfficiency = 0.7, kGpuEfficiency = 0.75;
/// PCIe 4.0 x16 in practice, for toolkits whose links StarPU does not measure.
constexpr MachineLink kAssumedLink{24e9, 10e-6};

/// The CPU workers compute at the same time and share the memory.
Rates measure_cpus(runtime::Context& context) {
    const auto peak = [&](bool double_precision) {
        double sum = 0;
        for (const auto& p : measure_fma_peaks(context, double_precision))
            sum += p.median;
        return sum;
    };
    return {1e9 * total_gbs(measure_bandwidth(context), Worker::Kind::cpu),
            peak(true), peak(false), kCpuEfficiency};
}

/// Of one of these GPUs: the median of them.
Rates measure_gpus(runtime::Context& context, const std::vector<int>& gpus) {
    const auto median = [&](const auto& measured, const auto& value) {
        std::vector<double> found;
        for (const auto& m : measured)
            if (m.worker.kind == Worker::Kind::gpu &&
                std::ranges::find(gpus, m.worker.device) != gpus.end())
                found.push_back(value(m));
        return rounded(runtime::median(found));
    };
    const auto peak = [](const WorkerPeak& p) { return p.median; };
    return {median(measure_bandwidth(context),
                   [](const WorkerBandwidth& b) { return 1e9 * b.median_gbs; }),
            median(measure_fma_peaks(context, true), peak),
            median(measure_fma_peaks(context, false), peak), kGpuEfficiency};
}

/// Whether StarPU's name of a memory is that of a GPU's: "CUDA 0".
bool is_of_gpu(const std::string& memory) {
    return memory.starts_with("CUDA") || memory.starts_with("HIP");
}

/// The median of the links between GPUs, or between a GPU and the host, in both
/// directions; empty if StarPU has not measured them.
std::optional<MachineLink> measured_link(bool between_gpus) {
    std::vector<double> bandwidths, latencies;
    for (const auto& link : runtime::links())
        if (link.bandwidth_gbs > 0 &&
            (is_of_gpu(link.from) && is_of_gpu(link.to)) == between_gpus) {
            bandwidths.push_back(1e9 * link.bandwidth_gbs);
            latencies.push_back(1e-6 * link.latency_us);
        }
    if (bandwidths.empty()) return std::nullopt;
    return MachineLink{rounded(runtime::median(bandwidths)),
                       rounded(runtime::median(latencies))};
}

/// GPUs like the first one.
std::vector<int> alike(const std::vector<runtime::GpuDevice>& gpus) {
    std::vector<int> numbers;
    for (const auto& gpu : gpus) {
        if (gpu.name == gpus.front().name)
            numbers.push_back(gpu.number);
        else
            runtime::logger().warn(
                "GPU {} ({}) is left out: all GPUs of a machine file are like "
                "the first, {}",
                gpu.number, gpu.name, gpus.front().name);
    }
    return numbers;
}

class Description {
  public:
    Description() {
        file_.machine.nodes = 1;
        file_.machine.memory_bytes = static_cast<std::size_t>(
            1e6 * std::round(1e-6 * double(runtime::host_memory_bytes())));
    }

    void add_cpus() {
        runtime::Context context{{.gpus = 0}};
        auto& m = file_.machine;
        std::vector<int> cpus;
        for (const Worker& w : context.workers())
            cpus.insert(cpus.end(), w.cpus.begin(), w.cpus.end());
        m.cpu_name = runtime::cpu_name();
        m.cores = static_cast<int>(cpus.size());
        file_.sockets = runtime::sockets_of(cpus);
        // Of sockets that are not alike, or not used alike, one is made.
        if (m.cores % file_.sockets != 0) file_.sockets = 1;
        m.cpu = measure_cpus(context);
        for (double* rate :
             {&m.cpu.bandwidth, &m.cpu.double_flops, &m.cpu.single_flops})
            *rate = file_.sockets * rounded(*rate / file_.sockets);
        note_rates("node.socket");
        measure_cpu_tasks(context, m.task_costs);
    }

    void add_gpus() {
        const auto gpus = runtime::gpu_devices();
        if (gpus.empty()) return;
        const auto numbers = alike(gpus);
        // With more than two, the thread that submits may be the slowest.
        for (const int together : {1, 2}) {
            if (together > std::ssize(numbers)) break;
            runtime::Context context{{.gpus = together}};
            measure_gpu_tasks(context, file_.machine.task_costs);
        }
        runtime::Context context;
        MachineGpu gpu{gpus.front().name,
                       gpus.front().total_bytes / 1'000'000 * 1'000'000,
                       measure_gpus(context, numbers),
                       kAssumedLink,
                       {}};
        note_rates("node.gpu");
        const auto to_host = measured_link(false);
        if (to_host) gpu.to_host = *to_host;
        file_.to_host_kind =
            to_host ? "as StarPU measured it" : "taken to be PCIe 4.0 x16";
        note_link("node.gpu.to_host", to_host.has_value());
        if (numbers.size() > 1 && runtime::are_peers(numbers))
            gpu.to_gpu = measured_link(true);
        if (gpu.to_gpu) {
            file_.to_gpu_kind = "as StarPU measured it";
            note_link("node.gpu.to_gpu", true);
        }
        file_.machine.gpus = static_cast<int>(numbers.size());
        file_.machine.gpu = gpu;
    }

    MachineFile finish() {
        auto& m = file_.machine;
        m.name = fmt::format("{}, {} logical CPUs", m.cpu_name, m.cores);
        if (m.gpu) m.name += fmt::format(", {} x {}", m.gpus, m.gpu->name);
        auto& costs = m.task_costs;
        for (double* cost : {&costs.submit, &costs.cpu, &costs.gpu})
            *cost = rounded(*cost, 2);
        if (costs.several_gpus)
            costs.several_gpus = rounded(*costs.several_gpus, 2);
        file_.note =
            "Written by tasuki devices --write-machine. Bandwidths: triad on "
            "the CPUs, copy on a GPU; peaks: multiply-adds; links: as StarPU "
            "measured them. Cores are the logical CPUs that the process could "
            "use. What a task takes: bursts of the smallest ones. Efficiencies "
            "are those of the full Wilson operator on an H200 and its host.";
        file_.measured.emplace_back("node.task_us");
        return file_;
    }

  private:
    void note_rates(const std::string& path) {
        for (const char* rate :
             {"bandwidth_gbs", "double_gflops", "single_gflops"})
            file_.measured.push_back(fmt::format("{}.{}", path, rate));
        file_.assumed.push_back(path + ".efficiency");
    }
    void note_link(const std::string& path, bool measured) {
        auto& list = measured ? file_.measured : file_.assumed;
        for (const char* rate : {"bandwidth_gbs", "latency_us"})
            list.push_back(fmt::format("{}.{}", path, rate));
    }

    MachineFile file_{};
};

}  // namespace

MachineFile measure_this_machine() {
    Description description;
    description.add_cpus();
    description.add_gpus();
    return description.finish();
}

double rounded(double value, int digits) {
    return std::stod(fmt::format("{:.{}g}", value, digits));
}

}  // namespace tasuki::drivers
