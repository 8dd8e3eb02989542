// `tasuki devices`: the workers that a run would have, and the links; or this
// machine as a file for `tasuki simulate`.
#include "runtime/core/devices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/routes.hpp"
#include "drivers/devices/calibration.hpp"
#include "drivers/devices/this_machine.hpp"
#include "drivers/drivers.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/error.hpp"
#include "runtime/mpi/ranks.hpp"
#include "runtime/policy/policies.hpp"
#include "simulation/this_machine.hpp"

namespace tasuki::drivers {

namespace {

using Routes = std::vector<runtime::Route>;

Json to_json(const runtime::Context& context, const Routes& routes) {
    Json j;
    j["gpu_toolkit"] = runtime::gpu_toolkit();
    j["cpu"] = {{"name", runtime::cpu_name()},
                {"logical_cpus", runtime::allowed_cpus().size()},
                {"memory_bytes", runtime::host_memory_bytes()}};
    j["workers"] = Json::array();
    for (const auto& worker : context.workers())
        j["workers"].push_back({{"id", worker.id},
                                {"name", worker.name},
                                {"threads", worker.threads}});
    j["gpus"] = Json::array();
    for (const auto& gpu : runtime::gpu_devices())
        j["gpus"].push_back(
            {{"number", gpu.number},
             {"name", gpu.name},
             {"memory_bytes", gpu.total_bytes},
             {"memory_free_bytes", runtime::free_gpu_memory(gpu.number)},
             {"multiprocessors", gpu.multiprocessors}});
    j["links"] = Json::array();
    for (const auto& link : runtime::links())
        j["links"].push_back({{"from", link.from},
                              {"to", link.to},
                              {"bandwidth_gbs", link.bandwidth_gbs},
                              {"latency_us", link.latency_us}});
    j["routes"] = routes_json(routes);
    j["policies"] = runtime::policy_names();
    return j;
}

void print_table(const runtime::Context& context, const Routes& routes) {
    io::print("workers (GPU toolkit of this build: {})\n",
              runtime::gpu_toolkit());
    for (const auto& worker : context.workers())
        io::print("  {:2}  {}\n", worker.id, worker.name);
    const auto gpus = runtime::gpu_devices();
    io::print("GPUs: {}\n", gpus.empty() ? "none found" : "");
    for (const auto& gpu : gpus)
        io::print("  {:2}  {}, {:.1f} GiB ({:.1f} free), {} multiprocessors\n",
                  gpu.number, gpu.name,
                  static_cast<double>(gpu.total_bytes) / (1 << 30),
                  static_cast<double>(runtime::free_gpu_memory(gpu.number)) /
                      (1 << 30),
                  gpu.multiprocessors);
    for (const auto& link : runtime::links())
        if (link.bandwidth_gbs > 0)
            io::print("link  {} -> {}: {:.1f} GB/s, {:.1f} us\n", link.from,
                      link.to, link.bandwidth_gbs, link.latency_us);
        else
            io::print("link  {} -> {}: not measured by StarPU\n", link.from,
                      link.to);
    for (const auto& route : routes) io::print("{}\n", describe(route));
    io::print("policies (--sched): {}\n",
              fmt::format("{}", fmt::join(runtime::policy_names(), " ")));
}

struct Options {
    std::string json;
    std::string machine;  ///< a file
    std::string exchange = "auto";
    bool calibrates = false;
    std::vector<std::string> calibration;  ///< runs; empty: ours
};

void write_machine(const Options& o) {
    auto file = measure_this_machine();
    if (o.calibrates)
        calibrate(file, o.calibration.empty()
                            ? calibration_runs(file.machine.gpus > 0)
                            : o.calibration);
    io::write_json(o.machine, io::machines::to_json(file));
    if (o.json == "-") return;
    io::print(
        "machine in {}: {} rates measured, {} assumed\n"
        "  simulate on it, also after changes: tasuki simulate --machine {} "
        "wilson\n",
        o.machine, file.measured.size(), file.assumed.size(), o.machine);
    const auto& m = file.machine;
    if (o.calibrates)
        io::print("  efficiencies of {} kernels measured\n",
                  m.cpu_kernels.size() + m.gpu_kernels.size());
}

void run(const Options& o) {
    const runtime::Ranks& ranks = runtime::mpi_ranks();
    if (ranks.several() && !o.machine.empty())
        throw runtime::UsageError(
            "devices --write-machine runs on one rank: start it without "
            "mpirun");
    {
        // StarPU keeps what it has measured, which may have been while other
        // programs used the links.
        runtime::Context context{
            {.measure_links = !o.machine.empty(),
             .ranks = &ranks,
             .exchange = runtime::parse_exchange(o.exchange)}};
        if (ranks.several()) measure_routes(context);
        const auto routes = routes_of_ranks(ranks);
        if (!ranks.is_first()) return;
        if (o.json != "-") print_table(context, routes);
        if (!o.json.empty()) io::write_json(o.json, to_json(context, routes));
    }
    if (!o.machine.empty()) write_machine(o);
}

}  // namespace

void add_devices(CLI::App& app) {
    auto [command, o] = add_command(app, "devices", run);
    add_json_option(command, o.json);
    add_option(command, "--exchange", o.exchange, runtime::exchange_names(),
               "how arrays go between the ranks of mpirun, for which it is "
               "measured and kept, as in other commands");
    add_option(command, "--write-machine", o.machine,
               "file for a description of this machine, which tasuki simulate "
               "and tasuki compare read; bandwidths and peaks are measured "
               "for it")
        .value_name("FILE")
        .writes();
    add_flag(command, "--calibrate", o.calibrates,
             "time the kernels of wilson, solve, nbody, sht and sphere for "
             "that file too, which takes minutes: without it the efficiency "
             "of every kernel is that of another machine")
        .needs("--write-machine");
    add_option(command, "--calibrate-with", o.calibration,
               "the same with the kernels of `tasuki COMMAND`; each time that "
               "it is given one command, in quotation marks")
        .value_name("COMMAND")
        .one_by_one()
        .needs("--calibrate");
}

}  // namespace tasuki::drivers
