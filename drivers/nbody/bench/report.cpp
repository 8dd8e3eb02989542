#include "drivers/nbody/bench/report.hpp"

#include <fmt/format.h>

#include "drivers/common/seconds.hpp"
#include "io/csv.hpp"
#include "io/print.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

namespace {

double tera(double flops) {
    return 1e-12 * flops;
}

}  // namespace

void print_head(const PairTable& table) {
    io::print(
        "{}, {}, {}: multiply-adds {:.2f} TFLOP/s single, {:.2f} "
        "double\n",
        table.name, table.device, table.toolkit, tera(table.peak_single),
        tera(table.peak_double));
    io::print("  {:>9} {:<7} {:>11} {:>11} {:>8} {:>8} {:>7} {:>8}  {}\n", "N",
              "numbers", "best [ms]", "median [ms]", "TF best", "TF med",
              "% peak", "error", "kernel");
}

void print_row(const PairTable& table, const PairRow& row) {
    const double best = row.flops(row.best_seconds());
    io::print(
        "  {:>9} {:<7} {:>11.5g} {:>11.5g} {:>8.3f} {:>8.3f} {:>7.1f} "
        "{:>8.1e}  {}\n",
        row.n, row.precision, 1e3 * row.best_seconds(),
        1e3 * row.median_seconds(), tera(best),
        tera(row.flops(row.median_seconds())), 100 * best / table.peak(row),
        row.error, row.variant);
}

Json tables_json(const std::vector<PairTable>& tables) {
    auto all = Json::array();
    for (const PairTable& t : tables) {
        Json j{{"table", t.name},
               {"device", t.device},
               {"toolkit", t.toolkit},
               {"peak_single", t.peak_single},
               {"peak_double", t.peak_double},
               {"rows", Json::array()}};
        for (const PairRow& r : t.rows) {
            auto& row = j["rows"].push_back(
                {{"n", r.n},
                 {"precision", r.precision},
                 {"variant", r.variant},
                 {"tflops_22", tera(r.flops(r.best_seconds()))},
                 {"tflops_22_median", tera(r.flops(r.median_seconds()))},
                 {"peak_percent", 100 * r.flops(r.best_seconds()) / t.peak(r)},
                 {"relative_error", r.error}});
            add_seconds(row, r.seconds);
        }
        all.push_back(std::move(j));
    }
    return all;
}

std::string tables_csv(const std::vector<PairTable>& tables) {
    std::string csv =
        "table,device,toolkit,n,precision,variant,seconds_min,seconds_median,"
        "tflops_22,peak_percent,relative_error,repetitions\n";
    for (const PairTable& t : tables)
        for (const PairRow& r : t.rows) {
            const double best = r.flops(r.best_seconds());
            csv += fmt::format(
                "{},{},{},{},{},{},{},{},{},{},{},{}\n", io::csv_field(t.name),
                io::csv_field(t.device), io::csv_field(t.toolkit), r.n,
                r.precision, io::csv_field(r.variant), r.best_seconds(),
                r.median_seconds(), tera(best), 100 * best / t.peak(r), r.error,
                r.seconds.size());
        }
    return csv;
}

}  // namespace tasuki::drivers
