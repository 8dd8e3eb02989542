// CUDA and HIP on the same card, from the JSON of two builds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drivers/nbody/bench/report.hpp"
#include "io/print.hpp"
#include "io/words.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"
#include "views/charts/line_chart.hpp"

namespace tasuki::drivers {

namespace {

Json read_tables(const std::string& path) {
    const auto json = Json::try_parse(io::whole_text(*io::open_source(path)));
    const bool ours =
        json && json->is_array() && !json->empty() &&
        std::ranges::all_of(*json, [](const Json& table) {
            return table.is_object() && table.contains("toolkit") &&
                   table["toolkit"].is_string() && table.contains("rows") &&
                   table["rows"].is_array() && !table["rows"].empty();
        });
    if (!ours)
        throw runtime::UsageError(fmt::format(
            "{}: expected the --json of a `tasuki bench nbody`, found {}", path,
            json ? "other JSON" : "no JSON"));
    return *json;
}

/// What makes two rows the same measurement: of table3 the kernel's first two
/// words, root and staging, too.
std::string key_of(const Json& table, const Json& row) {
    const auto variant = row.value("variant", std::string{});
    const bool by_kernel = table.value("table", std::string{}) == "table3";
    const auto kernel =
        by_kernel ? variant.substr(0, variant.find(", unroll")) : std::string{};
    return fmt::format("{} {} {} {}", table.value("table", std::string{}),
                       row.value("n", 0ULL), row.value("precision", ""),
                       kernel);
}

const Json* find_row(const Json& tables, const std::string& key) {
    for (const Json& table : tables)
        for (const Json& row : table["rows"])
            if (key_of(table, row) == key) return &row;
    return nullptr;
}

}  // namespace

Json compare_toolkits(const std::string& cuda_file,
                      const std::string& hip_file) try {
    const Json cuda = read_tables(cuda_file), hip = read_tables(hip_file);
    Json comparison{{"cuda", cuda.front()["toolkit"]},
                    {"hip", hip.front()["toolkit"]},
                    {"device", cuda.front().value("device", "")},
                    {"rows", Json::array()}};
    for (const Json& table : cuda)
        for (const Json& row : table["rows"]) {
            const auto key = key_of(table, row);
            const Json* other = find_row(hip, key);
            if (other == nullptr)
                throw runtime::UsageError(
                    fmt::format("{}: expected a row '{}' as in {}, found none",
                                hip_file, key, cuda_file));
            const double a = row.value("seconds_median", 0.0);
            const double b = other->value("seconds_median", 0.0);
            comparison["rows"].push_back(
                {{"table", table.at("table").get<std::string>()},
                 {"n", row.at("n").get<std::uint64_t>()},
                 {"precision", row.at("precision").get<std::string>()},
                 {"cuda_variant", row.at("variant").get<std::string>()},
                 {"hip_variant", other->at("variant").get<std::string>()},
                 {"cuda_seconds", a},
                 {"hip_seconds", b},
                 {"cuda_tflops_22", row.at("tflops_22_median").get<double>()},
                 {"hip_tflops_22", other->at("tflops_22_median").get<double>()},
                 {"ratio", b / a}});
        }
    return comparison;
} catch (const Json::Error& e) {
    throw runtime::UsageError(
        fmt::format("{}, {}: expected the --json of two `tasuki bench nbody`, "
                    "found other JSON: {}",
                    cuda_file, hip_file, e.what()));
}

void print_toolkits(const Json& comparison) {
    io::print("{}: {} against {}\n", comparison["device"].get<std::string>(),
              comparison["hip"].get<std::string>(),
              comparison["cuda"].get<std::string>());
    io::print("  {:<9} {:>9} {:<7} {:>11} {:>11} {:>9} {:>9} {:>7}\n", "table",
              "N", "numbers", "CUDA [ms]", "HIP [ms]", "CUDA TF", "HIP TF",
              "ratio");
    std::vector<double> ratios;
    for (const Json& r : comparison["rows"]) {
        ratios.push_back(r["ratio"]);
        io::print(
            "  {:<9} {:>9} {:<7} {:>11.5g} {:>11.5g} {:>9.3f} {:>9.3f} "
            "{:>7.4f}\n",
            r["table"].get<std::string>(), r["n"].get<std::size_t>(),
            r["precision"].get<std::string>(),
            1e3 * r["cuda_seconds"].get<double>(),
            1e3 * r["hip_seconds"].get<double>(),
            r["cuda_tflops_22"].get<double>(), r["hip_tflops_22"].get<double>(),
            ratios.back());
    }
    if (ratios.empty()) return;
    const auto [least, most] =
        std::minmax_element(ratios.begin(), ratios.end());
    io::print("  ratio {:.4f} to {:.4f}, median {:.4f}\n", *least, *most,
              runtime::median(ratios));
}

std::string toolkits_svg(const Json& comparison) {
    views::LineChart chart;
    chart.title = fmt::format("Direct N-body on {}",
                              comparison["device"].get<std::string>());
    chart.x_label = "bodies / 1024";
    chart.y_label = "speed [TFLOP/s at 22 flop]";
    int style = 0;
    for (const char* which : {"cuda", "hip"}) {
        views::ChartSeries series;
        series.name = which == std::string{"cuda"} ? "CUDA" : "HIP";
        series.style = style++;
        for (const Json& r : comparison["rows"]) {
            if (r["table"] == "table3") continue;
            const double y =
                r[fmt::format("{}_tflops_22", which)].get<double>();
            series.points.push_back(
                {r["n"].get<double>() / 1024, y, y, y,
                 r[fmt::format("{}_variant", which)].get<std::string>()});
        }
        std::sort(series.points.begin(), series.points.end(),
                  [](const auto& a, const auto& b) { return a.x < b.x; });
        if (!series.points.empty()) chart.series.push_back(std::move(series));
    }
    return chart.series.empty() ? std::string{} : views::standalone_svg(chart);
}

}  // namespace tasuki::drivers
