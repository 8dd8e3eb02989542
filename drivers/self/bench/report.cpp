#include "drivers/self/bench/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivers/common/seconds.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/median.hpp"
#include "views/charts/line_chart.hpp"

namespace tasuki::drivers {

namespace {

using peers::self::LeftOut, peers::self::Row, peers::self::Setting;

/// [B/s]
double bandwidth(const Row& row) {
    return static_cast<double>(row.bytes) / runtime::median(row.seconds);
}

const Row* find(const std::vector<Row>& rows, const char* way,
                std::size_t bytes) {
    const auto found = std::ranges::find_if(rows, [&](const Row& row) {
        return row.experiment == "ping-pong" && row.way == way &&
               row.bytes == bytes;
    });
    return found == rows.end() ? nullptr : &*found;
}

std::string shown(const std::optional<PaperFigure>& figure) {
    if (!figure) return "-";
    const auto [least, greatest] = *figure;
    if (least == 0) return fmt::format("< {:.1f}", 1e6 * greatest);
    if (greatest == 0) return fmt::format("> {:.1f}", 1e6 * least);
    return fmt::format("{:.1f} .. {:.1f}", 1e6 * least, 1e6 * greatest);
}

std::string describe(const Setting& setting) {
    if (setting.ranks == 1)
        return fmt::format(
            "both ends are kernels of one process on {}; mpirun -np 2 measures "
            "between ranks",
            setting.gpus[0]);
    return fmt::format(
        "rank 0 on {}, rank 1 on {}{}", setting.gpus[0], setting.gpus[1],
        setting.one_gpu ? ", the same one: their kernels take turns for "
                          "milliseconds, unless MPS lets them run together"
                        : "");
}

views::ChartSeries series_of(const std::vector<Row>& rows, const Row& first,
                             int style) {
    views::ChartSeries series{first.experiment + " " + first.way, style, {}};
    for (const Row& row : rows) {
        if (row.experiment != first.experiment || row.way != first.way)
            continue;
        const auto [least, greatest] = std::ranges::minmax(row.seconds);
        series.points.push_back(
            {static_cast<double>(row.bytes), 1e6 * runtime::median(row.seconds),
             1e6 * least, 1e6 * greatest, fmt::format("{} bytes", row.bytes)});
    }
    return series;
}

/// Of the experiments for which `wants` is true; launches have no size.
template <class Wants>
views::LineChart chart_of(const std::vector<Row>& rows,
                          const std::string& title, const Wants& wants) {
    views::LineChart chart;
    chart.title = title;
    chart.x_label = "size [B]";
    chart.y_label = "time [us]";
    chart.axes = views::LineChart::Axes::decades;
    for (const Row& row : rows) {
        if (row.bytes == 0 || !wants(row.experiment)) continue;
        const auto name = row.experiment + " " + row.way;
        if (std::ranges::count(chart.series, name, &views::ChartSeries::name) ==
            0)
            chart.series.push_back(
                series_of(rows, row, static_cast<int>(chart.series.size())));
    }
    return chart;
}

}  // namespace

std::optional<PaperFigure> paper_figure(const Row& row) {
    if (row.experiment == "launch" && row.way == "host")
        return PaperFigure{3.2e-6, 3.3e-6};
    if (row.experiment == "launch" && row.way == "kernel")
        return PaperFigure{14.2e-6, 17.5e-6};
    // Dearer than a launch by the host, and up to 256 bytes cheaper than one by
    // a kernel.
    if (row.experiment == "attribute")
        return PaperFigure{3.2e-6, row.bytes <= 256 ? 17.5e-6 : 0};
    if (row.experiment == "kernels" && row.bytes == 8)
        return PaperFigure{0, 2e-6};
    return std::nullopt;
}

WayComparison compare_ways(const std::vector<Row>& rows) {
    WayComparison all;
    const auto compare = [&](const Row& self, const char* way,
                             WayComparison::Part& part) {
        const Row* other = find(rows, way, self.bytes);
        if (other == nullptr || self.bytes < (1u << 20)) return;
        const double its = bandwidth(self) / bandwidth(*other);
        part.least = part.least == 0 ? its : std::min(part.least, its);
        part.greatest = std::max(part.greatest, its);
    };
    for (const Row& row : rows) {
        if (row.experiment != "ping-pong" || row.way != "self") continue;
        if (const Row* mpi = find(rows, "mpi-host", row.bytes)) {
            ++all.sizes;
            all.faster += bandwidth(row) > bandwidth(*mpi);
        }
        compare(row, "copy", all.of_copy);
        compare(row, "copy-alone", all.of_copy_alone);
    }
    return all;
}

void print_self(const Setting& setting) {
    io::print("{}\n", describe(setting));
    io::print("{:<10} {:<10} {:>9} {:>12}  {:<26} {:>8} {:>9}  {:>12}\n",
              "experiment", "way", "size [B]", "time [us]", "(min .. max)",
              "GB/s", "threads", "paper [us]");
}

void print_self(const Row& row) {
    const auto [least, greatest] = std::ranges::minmax(row.seconds);
    io::print(
        "{:<10} {:<10} {:>9} {:>12.3f}  {:<26} {:>8} {:>9}  {:>12}\n",
        row.experiment, row.way,
        row.bytes == 0 ? "-" : fmt::format("{}", row.bytes),
        1e6 * runtime::median(row.seconds),
        fmt::format("({:.3f} .. {:.3f})", 1e6 * least, 1e6 * greatest),
        row.bytes == 0 ? "-" : fmt::format("{:.3f}", 1e-9 * bandwidth(row)),
        row.blocks == 0 ? "-" : fmt::format("{}x{}", row.blocks, row.threads),
        shown(paper_figure(row)));
}

void print_self(const LeftOut& left_out) {
    io::print("left out: {}: {}\n", left_out.rows, left_out.why);
}

void print_self(const WayComparison& all) {
    if (all.sizes > 0)
        io::print(
            "self is faster than mpi-host for {} of {} sizes (paper: for "
            "all)\n",
            all.faster, all.sizes);
    const auto print = [](const WayComparison::Part& part, const char* of) {
        if (part.greatest > 0)
            io::print(
                "self has {:.0f} to {:.0f} % of the bandwidth of {} from 1 MiB "
                "on (paper: 60 % of MVAPICH2-GDR's)\n",
                100 * part.least, 100 * part.greatest, of);
    };
    print(all.of_copy, "copy");
    print(all.of_copy_alone, "copy-alone");
}

Json self_json(const SelfReport& report) {
    const auto all = compare_ways(report.rows);
    Json json{
        {"ranks", report.setting.ranks},     {"gpus", report.setting.gpus},
        {"one_gpu", report.setting.one_gpu}, {"rows", Json::array()},
        {"left_out", Json::array()},         {"sizes_with_mpi_host", all.sizes},
        {"sizes_self_is_faster", all.faster}};
    const auto add = [&](const std::string& key,
                         const WayComparison::Part& part) {
        json[key + "_min"] = nullptr;
        json[key + "_max"] = nullptr;
        if (part.greatest == 0) return;
        json[key + "_min"] = part.least;
        json[key + "_max"] = part.greatest;
    };
    add("self_over_copy", all.of_copy);
    add("self_over_copy_alone", all.of_copy_alone);
    for (const Row& row : report.rows) {
        Json one{{"experiment", row.experiment}, {"way", row.way},
                 {"bytes", row.bytes},           {"blocks", row.blocks},
                 {"threads", row.threads},       {"gbs", nullptr}};
        if (row.bytes > 0) one["gbs"] = 1e-9 * bandwidth(row);
        add_seconds(one, row.seconds);
        if (const auto figure = paper_figure(row)) {
            const auto or_null = [](double seconds) {
                return seconds > 0 ? Json(seconds) : Json(nullptr);
            };
            one["paper_seconds_min"] = or_null(figure->least);
            one["paper_seconds_max"] = or_null(figure->greatest);
        }
        json["rows"].push_back(std::move(one));
    }
    for (const LeftOut& left_out : report.left_out)
        json["left_out"].push_back(
            {{"rows", left_out.rows}, {"why", left_out.why}});
    return json;
}

std::string self_svg(const std::vector<Row>& rows) {
    std::vector<views::LineChart> charts;
    for (auto& chart :
         {chart_of(rows, "From a kernel to the host and back, and to a kernel",
                   [](const std::string& experiment) {
                       return experiment != "ping-pong";
                   }),
          chart_of(rows, "Messages between GPUs, one way",
                   [](const std::string& experiment) {
                       return experiment == "ping-pong";
                   })})
        if (!chart.series.empty()) charts.push_back(chart);
    return views::standalone_svg(charts);
}

}  // namespace tasuki::drivers
