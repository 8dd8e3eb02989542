#include "io/machines/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "io/input_error.hpp"
#include "io/machines/object.hpp"
#include "io/source.hpp"

namespace tasuki::io::machines {

namespace {

using runtime::Machine, runtime::MachineGpu;
using runtime::MachineLink, runtime::Rates, runtime::TaskCosts;

constexpr const char* kFormat = "tasuki-machine-1";

/// What no machine of these years reaches: a file with another unit is refused.
constexpr double kMostGbs = 1e5, kMostGflops = 1e7, kMostUs = 1e4;
constexpr double kMostGb = 1e5;

/// Reads rates, and notes their paths.
class RateReader {
  public:
    double rate(Object& from, const std::string& key, double most) {
        paths_.push_back(from.path_of(key));
        return from.number(key, most);
    }
    Rates rates(Object& from) {
        return {1e9 * rate(from, "bandwidth_gbs", kMostGbs),
                1e9 * rate(from, "double_gflops", kMostGflops),
                1e9 * rate(from, "single_gflops", kMostGflops),
                rate(from, "efficiency", 1)};
    }
    /// All of them are one rate.
    std::map<std::string, double> kernels(Object& from) {
        return numbers(from, "kernels", kMostEfficiency);
    }
    std::map<std::string, double> starts(Object& from) {
        auto all = numbers(from, "kernel_starts_us", kMostUs);
        for (auto& [kernel, start] : all) start *= 1e-6;
        return all;
    }
    MachineLink link(Object& parent, const std::string& key,
                     std::string& kind) {
        Object from = parent.object(key);
        kind = from.text("kind");
        const MachineLink link{1e9 * rate(from, "bandwidth_gbs", kMostGbs),
                               1e-6 * rate(from, "latency_us", kMostUs)};
        from.finish();
        return link;
    }
    /// One rate, too.
    TaskCosts task_costs(Object& node) {
        if (!node.has("task_us")) return {};
        paths_.push_back(node.path_of("task_us"));
        Object from = node.object("task_us");
        TaskCosts costs{1e-6 * from.number("submit", kMostUs),
                        1e-6 * from.number("cpu", kMostUs),
                        1e-6 * from.number("gpu", kMostUs)};
        if (from.has("several_gpus"))
            costs.several_gpus = 1e-6 * from.number("several_gpus", kMostUs);
        from.finish();
        return costs;
    }
    const std::vector<std::string>& paths() const { return paths_; }

  private:
    std::map<std::string, double> numbers(Object& from, const std::string& key,
                                          double most) {
        if (from.has(key)) paths_.push_back(from.path_of(key));
        return from.numbers(key, most);
    }

    std::vector<std::string> paths_;
};

std::size_t bytes(Object& from, const std::string& key) {
    return static_cast<std::size_t>(1e9 * from.number(key, kMostGb));
}

MachineGpu read_gpu(Object& node, RateReader& reader, MachineFile& file) {
    Object from = node.object("gpu");
    MachineGpu gpu{from.text("name"),
                   bytes(from, "memory_gb"),
                   reader.rates(from),
                   reader.link(from, "to_host", file.to_host_kind),
                   {}};
    file.machine.gpu_kernels = reader.kernels(from);
    file.machine.gpu_starts = reader.starts(from);
    // Between the GPUs of a node that has several, if they reach each other.
    if (file.machine.gpus > 1 && from.has("to_gpu"))
        gpu.to_gpu = reader.link(from, "to_gpu", file.to_gpu_kind);
    from.finish();
    return gpu;
}

void read_node(Object node, RateReader& reader, MachineFile& file) {
    Machine& machine = file.machine;
    machine.memory_bytes = bytes(node, "memory_gb");
    file.sockets = node.count("sockets", 1, 64);
    Object socket = node.object("socket");
    machine.cpu_name = socket.text("name");
    machine.cores = file.sockets * socket.count("cores", 1, 1024);
    machine.cpu = double(file.sockets) * reader.rates(socket);
    machine.cpu_kernels = reader.kernels(socket);
    machine.cpu_starts = reader.starts(socket);
    socket.finish();
    machine.gpus = node.count("gpus", 0, 64);
    if (machine.gpus > 0) machine.gpu = read_gpu(node, reader, file);
    machine.task_costs = reader.task_costs(node);
    node.finish();
}

/// Every rate is of one kind.
void check_origins(Object& origin, const MachineFile& file,
                   std::vector<std::string> paths) {
    for (const auto& [kind, list] : {std::pair{"measured", &file.measured},
                                     {"published", &file.published},
                                     {"assumed", &file.assumed}})
        for (const std::string& path : *list) {
            const auto found = std::ranges::find(paths, path);
            if (found == paths.end())
                origin.refuse(kind, fmt::format("paths of rates of this file, "
                                                "each in one list; not {}",
                                                path));
            paths.erase(found);
        }
    if (!paths.empty())
        origin.refuse(
            "assumed",
            fmt::format("{} here, or in measured or published", paths.front()));
}

Json parse(const std::string& path) {
    const auto source = open_source(path);
    const std::string text =
        source->text(0, static_cast<std::size_t>(source->size()));
    try {
        return Json::parse(text);
    } catch (const Json::ParseError& error) {
        throw InputError(path, "machine", fmt::format("byte {}", error.byte),
                         "JSON", "something else");
    }
}

/// In a file's unit, as a person would have written it: the last of a double's
/// digits are those of a conversion.
double written(double value, double unit) {
    return std::stod(fmt::format("{:.12g}", value / unit));
}

Json rates_json(const Rates& rates) {
    return {{"bandwidth_gbs", written(rates.bandwidth, 1e9)},
            {"double_gflops", written(rates.double_flops, 1e9)},
            {"single_gflops", written(rates.single_flops, 1e9)},
            {"efficiency", rates.efficiency}};
}

void put_kernels(Json& j, const std::map<std::string, double>& kernels,
                 const std::map<std::string, double>& starts) {
    if (!kernels.empty()) j["kernels"] = kernels;
    for (const auto& [kernel, start] : starts)
        j["kernel_starts_us"][kernel] = written(start, 1e-6);
}

Json link_json(const MachineLink& link, const std::string& kind) {
    return {{"kind", kind},
            {"bandwidth_gbs", written(link.bandwidth, 1e9)},
            {"latency_us", written(link.latency, 1e-6)}};
}

Json gpu_json(const MachineGpu& gpu, const MachineFile& file) {
    Json j{{"name", gpu.name},
           {"memory_gb", written(double(gpu.memory_bytes), 1e9)}};
    j.update(rates_json(gpu.rates));
    put_kernels(j, file.machine.gpu_kernels, file.machine.gpu_starts);
    j["to_host"] = link_json(gpu.to_host, file.to_host_kind);
    if (gpu.to_gpu) j["to_gpu"] = link_json(*gpu.to_gpu, file.to_gpu_kind);
    return j;
}

Json node_json(const MachineFile& file) {
    const Machine& m = file.machine;
    Json socket{{"name", m.cpu_name}, {"cores", m.cores / file.sockets}};
    socket.update(rates_json(1.0 / file.sockets * m.cpu));
    put_kernels(socket, m.cpu_kernels, m.cpu_starts);
    Json j{{"memory_gb", written(double(m.memory_bytes), 1e9)},
           {"sockets", file.sockets},
           {"socket", socket},
           {"gpus", m.gpus}};
    if (m.gpu) j["gpu"] = gpu_json(*m.gpu, file);
    const TaskCosts& costs = m.task_costs;
    j["task_us"] = {{"submit", written(costs.submit, 1e-6)},
                    {"cpu", written(costs.cpu, 1e-6)},
                    {"gpu", written(costs.gpu, 1e-6)}};
    if (costs.several_gpus)
        j["task_us"]["several_gpus"] = written(*costs.several_gpus, 1e-6);
    return j;
}

Json origin_json(const MachineFile& file) {
    Json j{{"note", file.note}};
    for (const auto& [kind, list] : {std::pair{"measured", &file.measured},
                                     {"published", &file.published},
                                     {"assumed", &file.assumed}})
        if (!list->empty()) j[kind] = *list;
    return j;
}

}  // namespace

Json to_json(const MachineFile& file) {
    const Machine& m = file.machine;
    Json j{{"format", kFormat},
           {"name", m.name},
           {"nodes", m.nodes},
           {"node", node_json(file)}};
    if (m.network) j["network"] = link_json(*m.network, file.network_kind);
    j["origin"] = origin_json(file);
    return j;
}

MachineFile read_machine(const std::string& path) {
    const Json text = parse(path);
    Object whole{text, path, ""};
    if (whole.text("format") != kFormat)
        whole.refuse("format", fmt::format("\"{}\"", kFormat));
    MachineFile file{};
    RateReader reader;
    file.machine.name = whole.text("name");
    file.machine.nodes = whole.count("nodes", 1, 1 << 20);
    read_node(whole.object("node"), reader, file);
    if (file.machine.nodes > 1 || whole.has("network"))
        file.machine.network = reader.link(whole, "network", file.network_kind);
    Object origin = whole.object("origin");
    file.note = origin.text("note");
    file.measured = origin.texts("measured");
    file.published = origin.texts("published");
    file.assumed = origin.texts("assumed");
    check_origins(origin, file, reader.paths());
    origin.finish();
    whole.finish();
    return file;
}

}  // namespace tasuki::io::machines
