#include "io/machines/machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/machines/object.hpp"
#include "io/source.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io::machines {

namespace {

using nlohmann::json;
using runtime::InputError, runtime::Machine, runtime::MachineGpu;
using runtime::MachineLink, runtime::Rates;

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
    MachineLink link(Object& parent, const std::string& key) {
        Object from = parent.object(key);
        from.text("kind");
        const MachineLink link{1e9 * rate(from, "bandwidth_gbs", kMostGbs),
                               1e-6 * rate(from, "latency_us", kMostUs)};
        from.finish();
        return link;
    }
    const std::vector<std::string>& paths() const { return paths_; }

  private:
    std::vector<std::string> paths_;
};

std::size_t bytes(Object& from, const std::string& key) {
    return static_cast<std::size_t>(1e9 * from.number(key, kMostGb));
}

MachineGpu read_gpu(Object& node, RateReader& reader, int gpus) {
    Object from = node.object("gpu");
    MachineGpu gpu{from.text("name"),
                   bytes(from, "memory_gb"),
                   reader.rates(from),
                   reader.link(from, "to_host"),
                   {}};
    // Between the GPUs of a node that has several, if they reach each other.
    if (gpus > 1 && from.has("to_gpu"))
        gpu.to_gpu = reader.link(from, "to_gpu");
    from.finish();
    return gpu;
}

void read_node(Object node, RateReader& reader, Machine& machine) {
    machine.memory_bytes = bytes(node, "memory_gb");
    const int sockets = node.count("sockets", 1, 64);
    Object socket = node.object("socket");
    machine.cpu_name = socket.text("name");
    machine.cores = sockets * socket.count("cores", 1, 1024);
    machine.cpu = double(sockets) * reader.rates(socket);
    socket.finish();
    machine.gpus = node.count("gpus", 0, 64);
    if (machine.gpus > 0) machine.gpu = read_gpu(node, reader, machine.gpus);
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

json parse(const std::string& path) {
    const auto source = open_source(path);
    const std::string text =
        source->text(0, static_cast<std::size_t>(source->size()));
    try {
        return json::parse(text);
    } catch (const json::parse_error& error) {
        throw InputError(path, "machine", fmt::format("byte {}", error.byte),
                         "JSON", "something else");
    }
}

}  // namespace

MachineFile read_machine(const std::string& path) {
    const json text = parse(path);
    Object whole{text, path, ""};
    if (whole.text("format") != kFormat)
        whole.refuse("format", fmt::format("\"{}\"", kFormat));
    MachineFile file{};
    RateReader reader;
    file.machine.name = whole.text("name");
    file.machine.nodes = whole.count("nodes", 1, 1 << 20);
    read_node(whole.object("node"), reader, file.machine);
    if (file.machine.nodes > 1 || whole.has("network"))
        file.machine.network = reader.link(whole, "network");
    Object origin = whole.object("origin");
    origin.text("note");
    file.measured = origin.texts("measured");
    file.published = origin.texts("published");
    file.assumed = origin.texts("assumed");
    check_origins(origin, file, reader.paths());
    origin.finish();
    whole.finish();
    return file;
}

}  // namespace tasuki::io::machines
