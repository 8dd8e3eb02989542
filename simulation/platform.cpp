#include "simulation/platform.hpp"

#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <vector>

#include "runtime/core/error.hpp"

namespace tasuki::runtime::detail {

namespace {

/// SimGrid would correct bandwidth and latency as those of TCP.
constexpr const char* kHead = R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
 <config id="General">
  <prop id="network/TCP-gamma" value="-1"/>
  <prop id="network/latency-factor" value="1"/>
  <prop id="network/bandwidth-factor" value="1"/>
  <prop id="network/crosstraffic" value="0"/>
  <prop id="network/weight-S" value="0.0"/>
 </config>
)";
constexpr const char* kTail = "</platform>\n";

/// StarPU gives a task as many operations as take its time at this speed.
constexpr const char* kSpeed = "1000000000f";

/// StarPU binds a core to each GPU, so that there are more than compute.
int hosts(const Machine& machine) {
    return machine.cores + machine.gpus;
}

std::string memory_name(int gpu) {
    return gpu < 0 ? "RAM" : fmt::format("CUDA{}", gpu);
}

/// What is between two memories, and the way over it: SimGrid wants all links
/// first.
struct Way {
    std::string link, route;
};

/// @param node  that both are on: what their names begin with
Way way(const std::string& node, const MachineLink& link, int from, int to) {
    const auto source = node + memory_name(from);
    const auto target = node + memory_name(to);
    const auto name = source + "-" + memory_name(to);
    return {fmt::format("  <link id=\"{}\" bandwidth=\"{:.17g}Bps\" "
                        "latency=\"{:.17g}s\"/>\n",
                        name, link.bandwidth, link.latency),
            fmt::format("  <route src=\"{}\" dst=\"{}\" symmetrical=\"NO\">"
                        "<link_ctn id=\"{}\"/></route>\n",
                        source, target, name)};
}

std::vector<Way> ways(const std::string& node, const Machine& machine) {
    std::vector<Way> all;
    for (int gpu = 0; gpu < machine.gpus; ++gpu) {
        all.push_back(way(node, machine.gpu->to_host, -1, gpu));
        all.push_back(way(node, machine.gpu->to_host, gpu, -1));
        for (int other = 0; machine.gpu->to_gpu && other < machine.gpus;
             ++other)
            if (other != gpu)
                all.push_back(way(node, *machine.gpu->to_gpu, gpu, other));
    }
    return all;
}

std::string cost_text(double seconds) {
    return fmt::format("<prop id=\"{}\" value=\"{:.17g}\"/>", kTaskCost,
                       seconds);
}

/// A zone of its own, in which all names begin with `node`.
std::string node_text(const std::string& zone, const std::string& node,
                      const Machine& machine) {
    const TaskCosts& costs = machine.task_costs;
    auto text = fmt::format(
        " <zone id=\"{0}\" routing=\"Full\">\n"
        "  <host id=\"{1}MAIN\" speed=\"1f\">{2}</host>\n"
        "  <host id=\"{1}RAM\" speed=\"1f\"/>\n",
        zone, node, cost_text(costs.submit));
    for (int cpu = 0; cpu < hosts(machine); ++cpu)
        text += fmt::format("  <host id=\"{}CPU{}\" speed=\"{}\">{}</host>\n",
                            node, cpu, kSpeed, cost_text(costs.cpu));
    for (int gpu = 0; gpu < machine.gpus; ++gpu)
        text += fmt::format(
            "  <host id=\"{}CUDA{}\" speed=\"{}\">"
            "<prop id=\"memsize\" value=\"{}\"/>"
            "<prop id=\"memcpy_peer\" value=\"{}\"/>{}</host>\n",
            node, gpu, kSpeed, machine.gpu->memory_bytes,
            machine.gpu->to_gpu ? 1 : 0, cost_text(costs.gpu));
    const auto between = ways(node, machine);
    for (const Way& w : between) text += w.link;
    for (const Way& w : between) text += w.route;
    return text + " </zone>\n";
}

/// A table of what `value` says of a link.  The reader of StarPU 1.4 loses the
/// last column of a short row, and the last row.
std::string table(const Machine& machine,
                  const std::function<double(const MachineLink&)>& value,
                  const std::function<double(const MachineLink&)>& by_host) {
    std::string text;
    for (int from = -1; from < machine.gpus; ++from) {
        for (int to = -1; to < machine.gpus; ++to) {
            double entry = 0;
            if (from == to)
                entry = 0;
            else if (from < 0 || to < 0)
                entry = value(machine.gpu->to_host);
            else
                entry = machine.gpu->to_gpu ? value(*machine.gpu->to_gpu)
                                            : by_host(machine.gpu->to_host);
            text += fmt::format("{:.17g}\t", entry);
        }
        text += "nan\n";
    }
    for (int to = -1; to < machine.gpus; ++to) text += "nan\t";
    return text + "nan\n";
}

void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream file{path, std::ios::binary};
    file << text;
    file.close();
    if (!file)
        throw FaultError(fmt::format("{}: cannot be written", path.string()));
}

}  // namespace

std::string platform_text(const Machine& machine) {
    return kHead + node_text("AS0", "", machine) + kTail;
}

std::string cluster_text(const Machine& machine, const RanksOnNodes& ranks) {
    // Nobody passes the network of a single node.
    const MachineLink network =
        machine.network.value_or(MachineLink{machine.cpu.bandwidth, 0});
    // A message passes the links of both nodes.  On one node it is read and
    // written once, in host memory.
    auto text = fmt::format(
        "{} <zone id=\"machine\" routing=\"None\">\n"
        " <cluster id=\"network\" prefix=\"node-\" suffix=\"\" "
        "radical=\"0-{}\" speed=\"1f\" bw=\"{:.17g}Bps\" lat=\"{:.17g}s\" "
        "loopback_bw=\"{:.17g}Bps\" loopback_lat=\"0s\"/>\n",
        kHead, ranks.nodes() - 1, network.bandwidth, network.latency / 2,
        machine.cpu.bandwidth / 2);
    for (int rank = 0; rank < ranks.count; ++rank) {
        // The names by which StarPU-MPI looks for them.
        const auto zone = fmt::format("StarPU-MPI{}", rank);
        text += node_text(zone, zone + "-", machine);
    }
    return text + " </zone>\n" + kTail;
}

std::string bandwidth_text(const Machine& machine) {
    return table(
        machine, [](const MachineLink& l) { return 1e-6 * l.bandwidth; },
        [](const MachineLink& l) { return 0.5e-6 * l.bandwidth; });
}

std::string latency_text(const Machine& machine) {
    return table(
        machine, [](const MachineLink& l) { return 1e6 * l.latency; },
        [](const MachineLink& l) { return 2e6 * l.latency; });
}

void write_platform(const Machine& machine,
                    const std::filesystem::path& folder) {
    std::error_code error;
    const auto bus = folder / "bus";
    std::filesystem::create_directories(bus, error);
    const auto file = [&](const char* suffix) {
        return bus / fmt::format("{}.{}", kPlatformName, suffix);
    };
    write(file("platform.v4.xml"), platform_text(machine));
    write(file("bandwidth"), bandwidth_text(machine));
    write(file("latency"), latency_text(machine));
    write(file("config"), "");  // by which StarPU knows the folder
}

ClusterFiles write_cluster(const Machine& machine, const RanksOnNodes& ranks,
                           const std::filesystem::path& folder) {
    const ClusterFiles files{folder / "cluster.xml", folder / "hosts"};
    std::string hosts;
    for (int rank = 0; rank < ranks.count; ++rank)
        hosts += fmt::format("node-{}\n", rank / ranks.each);
    write(files.cluster, cluster_text(machine, ranks));
    write(files.hosts, hosts);
    return files;
}

}  // namespace tasuki::runtime::detail
