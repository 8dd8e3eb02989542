// `tasuki bench wilson`: one table per device, kernel x precision x links; or
// with --engine the whole operator, one table per lattice, grid and placement.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "codelets/wilson/forms/forms.hpp"
#include "codelets/wilson/half_forms/half_forms.hpp"
#include "drivers/common/bandwidth.hpp"
#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/common/progress.hpp"
#include "drivers/common/settings.hpp"
#include "drivers/drivers.hpp"
#include "drivers/wilson/bench/engine.hpp"
#include "drivers/wilson/bench/engines.hpp"
#include "drivers/wilson/bench/kernels.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "json/json.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/resources.hpp"
#include "runtime/mpi/ranks.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Worker;

struct Options : EngineBenchOptions {  // without engines: the kernels alone
    std::vector<std::string> lattices{"16x16x16x32"};
    std::string json{};

    Options()
        : EngineBenchOptions{
              {kernel_names(), {"double", "single", "half"}, {18, 12, 8}, 7}} {}
};

void check(const Options& o) {
    const auto known = kernel_names();
    for (const auto& name : o.kernels)
        if (std::count(known.begin(), known.end(), name) == 0)
            throw runtime::UsageError(
                fmt::format("--kernels: expected some of {}, found '{}'",
                            fmt::join(known, ","), name));
    if (o.precisions == std::vector<std::string>{"half"} &&
        o.reconstructs == std::vector<int>{8})
        throw runtime::UsageError(
            "--reconstruct: half precision has 18 or 12 reals per link");
    runtime::find_resources({.cpus = o.cpus, .gpus = o.gpus});
}

std::vector<lattice::Extents> find_lattices(const Options& o) {
    std::vector<lattice::Extents> lattices;
    for (const auto& text : o.lattices)
        lattices.push_back(lattice::parse_extents(text, "--lattice"));
    return lattices;
}

void run_engines(const CLI::App& command, const Options& o) {
    const runtime::Ranks& ranks = runtime::mpi_ranks();
    io::check_agreement(ranks, settings_of(command), kFreeOptions);
    auto json = Json::array();
    std::optional<KernelData> data;
    const auto cases = engine_cases(o, find_lattices(o));
    ProgressLine progress{"case", cases.size()};
    for (const auto& which : cases) {
        const auto region =
            which.decomposition.local_region().with_neighbours();
        if (!data || data->psi.region != region) {
            data.reset();  // before the next: memory is for one lattice
            data = kernel_data(region);
        }
        const auto table = bench_engines(which, *data, o);
        if (!ranks.is_first()) continue;
        progress.clear();
        if (o.json != "-") {
            print_engines(table);
            io::flush_stdout();
        }
        json.push_back(engines_json(table));
        progress.show(json.size());
    }
    if (ranks.is_first() && !o.json.empty()) io::write_json(o.json, json);
}

void run_kernels(const Options& options) {
    check(options);
    const auto lattices = find_lattices(options);
    for (const auto& extents : lattices) check_bench_lattice(extents, options);
    auto json = Json::array();
    for (const auto& extents : lattices) {
        const auto data = kernel_data(extents);
        const auto bench = [&](const runtime::ContextOptions& machine,
                               Worker::Kind kind) {
            runtime::Context context{machine};
            for (const auto& device : measure_bandwidth(context)) {
                if (device.worker.kind != kind) continue;
                const auto rows =
                    bench_kernels(context, device.worker, data, options);
                const auto name = lattice::to_string(extents);
                if (options.json != "-") {
                    print_kernels(device, name, rows);
                    io::flush_stdout();
                }
                json.push_back(kernels_json(device, name, rows));
                return;  // the first stands for others of its kind
            }
        };
        // GPU workers take CPUs to themselves: each kind for itself.
        if (options.cpus != 0)
            bench({.cpus = options.cpus, .gpus = 0}, Worker::Kind::cpu);
        if (options.gpus != 0 && !runtime::gpu_devices().empty())
            bench({.cpus = 0, .gpus = options.gpus}, Worker::Kind::gpu);
    }
    if (!options.json.empty()) io::write_json(options.json, json);
}

/// @return  the one of the precisions
Option add_kernels(CLI::App& command, Options& o) {
    add_option(command, "--lattices,--lattice", o.lattices,
               "lattices XxYxZxT [sites], separated by commas");
    add_option(command, "--kernels", o.kernels,
               "kernels, separated by commas; hopping is D_eo, hopping+x is x "
               "- kappa^2 times it");
    add_option(command, "--reconstruct", o.reconstructs, Numbers{18, 12, 8},
               "reals stored per link, separated by commas");
    add_option(
        command, "--repetitions", o.repetitions, Range{1, 1000},
        "number of timed repetitions of about 50 ms; their median is printed");
    return add_option(
        command, "--precisions,--precision", o.precisions,
        Words{"double", "single", "half"},
        "precisions of the fields, separated by commas (half: kernels only)");
}

void add_engines(CLI::App& command, Options& o) {
    add_option(
        command, "--engine", o.engines, engine_names(),
        "ways to drive D, separated by commas and timed in turns: "
        "tasuki (task graph), recorded (the same as graphs), streams (GPU "
        "streams by hand), bare (StarPU's C interface); also on ranks")
        .excludes("--kernels");
    add_option(command, "--blocks", o.blocks,
               "with --engine: blocks XxYxZxT of the lattice, separated by "
               "commas (default: as in tasuki wilson)")
        .needs("--engine");
    add_option(command, "--ranks", o.ranks,
               "with --engine: grid XxYxZxT of ranks (default: all along T); "
               "start them with mpirun -np N")
        .needs("--engine");
    add_option(command, "--placements,--placement", o.placements,
               graphs::wilson::Placement::names(),
               "with --engine: placements, separated by commas (default: gpu "
               "if there is one, else cpu)")
        .needs("--engine");
}

}  // namespace

void add_bench_wilson(CLI::App& bench) {
    auto options = std::make_shared<Options>();
    auto& o = *options;
    auto& command = add_command(bench, "wilson");
    const auto precision = add_kernels(command, o);
    add_engines(command, o);
    add_device_options(command, o.cpus, o.gpus);
    add_json_option(command, o.json);
    set_action(command, [options, precision, &command] {
        auto& chosen = *options;
        wilson::add_forms();
        wilson::add_half_forms();
        if (chosen.engines.empty()) return run_kernels(chosen);
        if (!precision.is_given()) chosen.precisions = {"double", "single"};
        run_engines(command, chosen);
    });
}

}  // namespace tasuki::drivers
