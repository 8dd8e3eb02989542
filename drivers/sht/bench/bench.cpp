// `tasuki bench sht`: spherical harmonic transforms on a GPU, on the CPUs and
// on both, with data on the device and on the host.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "codelets/sphere/fourier/fourier.hpp"
#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "drivers/sht/bench/times.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::drivers {

namespace {

using graphs::Share;

struct Options {
    std::vector<int> truncations{};
    std::vector<std::string> modes{};
    int cpus = -1, gpus = -1, gpu_blocks = 0;
    std::string json{};
};

/// One way to compute: where the data is, and who computes.
struct Mode {
    std::string name, data, by;
    Share share;
    bool gpus;  ///< the run has them
};
const std::vector<Mode>& all_modes() {
    static const std::vector<Mode> modes{
        {"device", "device", "gpu", Share::Name::gpu, true},
        {"gpu", "host", "gpu", Share::Name::gpu, true},
        {"cpu", "host", "cpu", Share::Name::cpu, false},
        {"both", "host", "both", Share::Name::dynamic, true},
    };
    return modes;
}

struct Row {
    const Mode* mode;
    RoundTrip times;

    const ShtTimes& of(bool synthesis) const {
        return synthesis ? times.synthesis : times.analysis;
    }
};

/// What `both` reaches of the sum of the speeds of each alone, and over the
/// GPU alone; 0 for other modes, and where not all were measured.
struct Gain {
    double of_sum = 0, over_gpu = 0;
};
Gain gain(const std::vector<Row>& rows, const Row& both, bool synthesis) {
    double gpu = 0, cpu = 0;
    if (both.mode->name != "both") return {};
    for (const Row& row : rows) {
        if (row.times.truncation != both.times.truncation) continue;
        const double speed = 1 / row.of(synthesis).median_seconds();
        if (row.mode->name == "gpu") gpu = speed;
        if (row.mode->name == "cpu") cpu = speed;
    }
    if (gpu == 0 || cpu == 0) return {};
    const double speed = 1 / both.of(synthesis).median_seconds();
    return {speed / (gpu + cpu), speed / gpu};
}

void print_head() {
    io::print(
        "T      grid         data    by    direction    ms (min .. max)"
        "              GFLOP/s  CPU %  of sum  over GPU  round trip\n");
}

void print_direction(const std::vector<Row>& rows, const Row& row,
                     bool synthesis) {
    const ShtTimes& times = row.of(synthesis);
    const auto [least, most] = std::ranges::minmax(times.seconds);
    const Gain g = gain(rows, row, synthesis);
    const auto gains =
        g.of_sum > 0 ? fmt::format("{:6.3f}  {:8.3f}", g.of_sum, g.over_gpu)
                     : std::string(16, ' ');
    io::print(
        "{:<6} {:<12} {:<7} {:<5} {:<10} {:9.4f} ({:8.4f} .. {:8.4f}) {:9.0f} "
        "{:6.1f}{} {}  {:.1e}\n",
        fmt::format("T{}", row.times.truncation),
        fmt::format("{}x{}", row.times.longitudes, row.times.latitudes),
        row.mode->data, row.mode->by, synthesis ? "synthesis" : "analysis",
        1e3 * times.median_seconds(), 1e3 * least, 1e3 * most, times.gflops(),
        100 * times.cpu_fraction, times.cpu_only_ffts ? 'f' : ' ', gains,
        row.times.roundtrip_rms);
}

Json direction_json(const std::vector<Row>& rows, const Row& row,
                    bool synthesis) {
    Json json = times_json(row.of(synthesis));
    if (const Gain g = gain(rows, row, synthesis); g.of_sum > 0) {
        json["of_sum"] = g.of_sum;
        json["over_gpu"] = g.over_gpu;
    }
    return json;
}

Json rows_json(const std::vector<Row>& rows) {
    auto all = Json::array();
    for (const Row& row : rows)
        all.push_back({{"truncation", row.times.truncation},
                       {"latitudes", row.times.latitudes},
                       {"longitudes", row.times.longitudes},
                       {"data", row.mode->data},
                       {"by", row.mode->by},
                       {"roundtrip_rms", row.times.roundtrip_rms},
                       {"synthesis", direction_json(rows, row, true)},
                       {"analysis", direction_json(rows, row, false)}});
    return all;
}

void run(const Options& given) {
    Options o = given;
    runtime::find_resources({.cpus = o.cpus, .gpus = o.gpus});
    const bool gpus = o.gpus != 0 && !runtime::gpu_devices().empty() &&
                      sphere::fourier::kOnGpu;
    if (o.modes.empty())
        o.modes = gpus ? Words{"device", "gpu", "cpu", "both"} : Words{"cpu"};
    if (o.truncations.empty())
        o.truncations = gpus ? std::vector{341, 682, 1023, 2047, 4095}
                             : std::vector{341, 682};
    const bool prints = o.json != "-";
    if (prints) print_head();
    std::vector<Row> rows;
    for (const Mode& mode : all_modes()) {
        if (std::ranges::count(o.modes, mode.name) == 0) continue;
        if (mode.gpus && !gpus)
            throw runtime::UnavailableError(fmt::format(
                "--modes {} needs a GPU and its FFT library, and this run has "
                "none (see --gpus and `tasuki devices`; without: cpu)",
                mode.name));
        // GPU workers take CPUs to themselves: each kind for itself.
        runtime::Context context{
            {.cpus = o.cpus, .gpus = mode.gpus ? o.gpus : 0}};
        for (const int truncation : o.truncations) {
            rows.push_back(
                {&mode, time_transforms(context, truncation, mode.share,
                                        mode.data == "host", o.gpu_blocks)});
            if (!prints) continue;
            for (const bool synthesis : {true, false})
                print_direction(rows, rows.back(), synthesis);
            io::flush_stdout();
        }
    }
    if (!o.json.empty()) io::write_json(o.json, rows_json(rows));
}

}  // namespace

void add_bench_sht(CLI::App& bench) {
    auto [command, o] = add_command(bench, "sht", run);
    add_option(command, "--truncations", o.truncations, Range{1, 16383},
               "triangular truncations M, separated by commas (default 341, "
               "682, and with a GPU also 1023, 2047, 4095)");
    add_option(command, "--modes", o.modes,
               Words{"device", "gpu", "cpu", "both"},
               "device (GPU, data stays there); gpu, cpu, both (data in host "
               "memory), separated by commas (default: all possible)");
    add_device_options(command, o.cpus, o.gpus);
    add_option(command, "--gpu-blocks", o.gpu_blocks, Range{1, 1024},
               "blocks of latitudes for each GPU (default: autotuned)");
    add_json_option(command, o.json);
}

}  // namespace tasuki::drivers
