// `tasuki simulate offload`: on which machines CPUs should help a GPU.
#include <fmt/format.h>

#include <utility>

#include "drivers/common/progress.hpp"
#include "drivers/drivers.hpp"
#include "drivers/offload/simulate/sweep.hpp"
#include "drivers/simulate/simulated_machine.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "io/number.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "views/charts/line_chart.hpp"

namespace tasuki::drivers {

namespace {

using offload::Cell;

struct Options {
    std::string machine, json, svg;
    std::string run{"wilson --gauge hot:1 --lattice 32x32x32x64"};
    std::vector<std::string> placements{"host-t-minus", "host-t", "host-all",
                                        "dynamic"};
    std::vector<std::string> ratios{"1", "2", "4", "8", "16", "32"};
    std::vector<std::string> links{"1", "2.5", "10", "50"};
};

/// What was run, and on which machine.
struct Sweep {
    SimulatedMachine machine;
    std::vector<Cell> cells{};  ///< the machine itself first
};

std::vector<double> numbers(const char* option,
                            const std::vector<std::string>& texts) {
    std::vector<double> all;
    for (const auto& text : texts) {
        const auto value = io::parse_number<double>(text);
        if (!value || !(*value > 0 && *value <= 1e4))
            throw runtime::UsageError(
                fmt::format("{}: expected numbers above 0, at most 10000, "
                            "separated by commas; found '{}'",
                            option, text));
        all.push_back(*value);
    }
    return all;
}

void print_cell(const Cell& c) {
    io::print("  {:>9.1f} {:>9.3g} {:>10.4g}  {:<13} ", c.bandwidth_ratio,
              c.link_percent, 1e3 * c.without.seconds, c.without.placement);
    if (c.has_cpus())
        io::print("{:>10.4g}  {:<13} {:>5.0f}\n", 1e3 * c.with.seconds,
                  c.with.placement, c.speed_percent());
    else
        io::print("{:>10}\n", "not used");
    io::flush_stdout();
}

void print_head(const Options& o, const Sweep& sweep) {
    print_simulated(sweep.machine);
    io::print("  run        {}\n\n", o.run);
    io::print("  {:>9} {:>9} {:>10}  {:<13} {:>10}  {:<13} {:>5}\n",
              "GPU / CPU", "link [%]", "GPUs [ms]", "placement", "CPUs [ms]",
              "placement", "[%]");
}

Json json_of(const offload::Timed& timed) {
    return {{"placement", timed.placement}, {"seconds", timed.seconds}};
}

Json to_json(const Options& o, const Sweep& sweep) {
    Json j{{"simulated", simulated_json(sweep.machine)},
           {"run", o.run},
           {"placements", o.placements},
           {"cells", Json::array()}};
    for (const Cell& c : sweep.cells)
        j["cells"].push_back({{"bandwidth_ratio", c.bandwidth_ratio},
                              {"link_percent", c.link_percent},
                              {"without", json_of(c.without)},
                              {"with", c.has_cpus() ? json_of(c.with) : Json{}},
                              {"speed_percent", c.speed_percent()}});
    return j;
}

/// A line for each link; the machine itself is the first of the cells.
std::string chart(const Options& o, const Sweep& sweep, std::size_t ratios) {
    views::LineChart chart;
    chart.title =
        simulated_title(sweep.machine, o.run.substr(0, o.run.find(' ')));
    chart.x_label = "memory bandwidth of a GPU over that of the host";
    chart.y_label = "speed with CPUs, without them 100 [%]";
    for (std::size_t k = 1; k < sweep.cells.size(); ++k) {
        const Cell& c = sweep.cells[k];
        if ((k - 1) % ratios == 0)
            chart.series.push_back(
                {fmt::format("link of {:g} % of the GPU's memory bandwidth",
                             c.link_percent),
                 static_cast<int>(chart.series.size()),
                 {}});
        const double speed = c.speed_percent();
        chart.series.back().points.push_back(
            {c.bandwidth_ratio, speed, speed, speed, c.with.placement});
    }
    return views::standalone_svg(chart);
}

void simulate_offload(const Options& o) {
    const auto ratios = numbers("--ratios", o.ratios);
    const auto links = numbers("--links", o.links);
    Sweep sweep{read_simulated_machine(o.machine)};
    const auto& file = sweep.machine.file;
    if (!file.machine.gpu)
        throw runtime::UsageError(o.machine + ": expected a machine with GPUs");
    // The machine itself, then all CPUs for each link.
    std::vector<std::vector<io::machines::MachineFile>> groups{{file}};
    for (const double link : links) {
        auto& group = groups.emplace_back();
        for (const double ratio : ratios)
            group.push_back(offload::varied(file, ratio, link));
    }
    const bool prints = o.json != "-";
    if (prints) print_head(o, sweep);
    ProgressLine progress{"machine", 1 + links.size() * ratios.size()};
    std::size_t begun = 0;
    for (const auto& group : groups) {
        const auto cells = offload::run_cells(group, o.run, o.placements,
                                              [&] { progress.show(begun++); });
        sweep.cells.insert(sweep.cells.end(), cells.begin(), cells.end());
        if (!prints) continue;
        progress.clear();
        for (const Cell& cell : cells) print_cell(cell);
    }
    if (!o.svg.empty()) io::write_file(o.svg, chart(o, sweep, ratios.size()));
    if (!o.json.empty()) io::write_json(o.json, to_json(o, sweep));
}

}  // namespace

void add_simulate_offload(CLI::App& group) {
    auto [command, o] = add_command(group, "offload", simulate_offload);
    set_footer(command,
               "The first line is the machine itself; in all others CPU and "
               "link are faster or slower. Of the placements the fastest "
               "counts, of those without work on CPUs and of those with.");
    add_machine_file_option(command, o.machine);
    add_option(command, "--run", o.run,
               "what to run, words of `tasuki simulate` without --machine and "
               "--placement")
        .value_name("COMMAND");
    add_option(command, "--placements", o.placements,
               "those with work for CPUs, separated by commas")
        .value_name("LIST");
    add_option(command, "--ratios", o.ratios,
               "memory bandwidths of a GPU over that of the host, separated by "
               "commas")
        .value_name("LIST");
    add_option(command, "--links", o.links,
               "bandwidths of the link to the host, each way, in percent of a "
               "GPU's memory bandwidth, separated by commas")
        .value_name("LIST");
    add_option(command, "--svg", o.svg, "file for a chart").writes();
    add_option(command, "--json", o.json,
               "file for the result; - for stdout, without a table")
        .writes_or_prints();
}

}  // namespace tasuki::drivers
