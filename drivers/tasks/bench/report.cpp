#include "drivers/tasks/bench/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivers/common/seconds.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/median.hpp"
#include "views/charts/line_chart.hpp"

namespace tasuki::drivers {

namespace {

std::vector<double> seconds_of(const std::vector<Metg>& metgs) {
    std::vector<double> seconds;
    for (const Metg& m : metgs) seconds.push_back(m.seconds);
    return seconds;
}

/// The peak of each unit over that of the reference.
double peak_over(const Sweep& sweep, const Sweep& reference) {
    return peak_rate(sweep.medians()) / peak_rate(reference.medians());
}

bool is_on_gpu(const Sweep& sweep) {
    return sweep.on == peers::taskbench::On::gpu;
}
const char* units_of(const Sweep& sweep) {
    return is_on_gpu(sweep) ? "GPUs" : "CPUs";
}

/// Below, tasks are overhead alone, and the points far from all others.
constexpr double kLeastEfficiency = 0.01;

views::ChartSeries series_of(const Sweep& sweep, int style) {
    views::ChartSeries series{sweep.pattern + " " + sweep.engine, style, {}};
    const double peak = peak_rate(sweep.medians());
    for (const auto& p : sweep.points) {
        const auto efficiency = [&](double granularity) {
            return p.iterations / granularity / peak;
        };
        const auto [least, greatest] = std::ranges::minmax(p.granularities);
        const double middle = runtime::median(p.granularities);
        if (efficiency(middle) < kLeastEfficiency) continue;
        series.points.push_back({1e6 * middle, efficiency(middle),
                                 efficiency(greatest), efficiency(least),
                                 fmt::format("{} iterations", p.iterations)});
    }
    std::ranges::sort(series.points, {}, &views::ChartPoint::x);
    return series;
}

}  // namespace

void print_sweeps_head(const Sweep& first) {
    io::print("{} columns, {} steps; times are wall time x {} / tasks\n",
              first.width, first.steps, units_of(first));
    io::print("{:<10}  {:<14} {:>4} {:>10}   {:<22} {:>13}  {:>12}\n",
              "pattern", "engine", units_of(first), "METG [us]", "(min .. max)",
              "smallest [us]",
              is_on_gpu(first) ? "peak/streams" : "peak/serial");
}

void print_sweep(const Sweep& sweep, const Sweep* reference) {
    const auto metgs = seconds_of(sweep.metgs());
    const auto [least, greatest] = std::ranges::minmax(metgs);
    io::print("{:<10}  {:<14} {:>4} {:>10}   {:<22} {:>13.3f}  {:>12}\n",
              sweep.pattern, sweep.engine, sweep.units,
              fmt::format("{}{:.3f}", sweep.reached() ? "" : "<",
                          1e6 * runtime::median(metgs)),
              fmt::format("({:.3f} .. {:.3f})", 1e6 * least, 1e6 * greatest),
              1e6 * sweep.medians().back().granularity,
              reference == nullptr
                  ? std::string{"-"}
                  : fmt::format("{:.3f}", peak_over(sweep, *reference)));
}

Json sweep_json(const Sweep& sweep, const Sweep* reference) {
    const auto metgs = seconds_of(sweep.metgs());
    const auto [least, greatest] = std::ranges::minmax(metgs);
    const double peak = peak_rate(sweep.medians());
    Json json{{"pattern", sweep.pattern},
              {"engine", sweep.engine},
              {is_on_gpu(sweep) ? "gpus" : "cpus", sweep.units},
              {"width", sweep.width},
              {"steps", sweep.steps},
              {"tasks", sweep.tasks},
              {"dependencies", sweep.dependencies},
              {"metg_reached", sweep.reached()},
              {"metg_median", runtime::median(metgs)},
              {"metg_min", least},
              {"metg_max", greatest},
              {"metg_all", metgs},
              {"peak", peak}};
    if (reference != nullptr)
        json["peak_over_" + reference->engine] = peak_over(sweep, *reference);
    json["sizes"] = Json::array();
    for (const auto& p : sweep.points) {
        Json size{{"iterations", p.iterations},
                  {"efficiency",
                   p.iterations / runtime::median(p.granularities) / peak}};
        add_seconds(size, p.granularities);
        json["sizes"].push_back(std::move(size));
    }
    return json;
}

std::string sweeps_svg(const std::vector<Sweep>& sweeps) {
    views::LineChart chart;
    chart.title = "Efficiency of small tasks";
    chart.x_label =
        fmt::format("wall time x {} / tasks [us]", units_of(sweeps.front()));
    chart.y_label = "rate / peak rate";
    chart.axes = views::LineChart::Axes::decades;
    for (const auto& sweep : sweeps)
        chart.series.push_back(
            series_of(sweep, static_cast<int>(chart.series.size())));
    return views::standalone_svg(chart);
}

}  // namespace tasuki::drivers
