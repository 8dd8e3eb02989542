#include "drivers/compare/report.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "drivers/compare/comparison.hpp"
#include "drivers/compare/figures.hpp"
#include "drivers/compare/html_report.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers::compare {

namespace {

namespace fs = std::filesystem;

/// Charts of cells that are no longer there must not stay.
void write_charts(const fs::path& folder, const std::vector<Figure>& figures) {
    std::error_code error;
    fs::remove_all(folder, error);
    if (!error) fs::create_directories(folder, error);
    if (error)
        throw runtime::UsageError(
            fmt::format("{}: {}", folder.string(), error.message()));
    for (const auto& figure : figures)
        io::write_file((folder / (figure.name + ".svg")).string(),
                       views::standalone_svg(figure.chart));
}

std::string row(const Comparison& c) {
    const auto& best = c.best();
    const auto behind = c.dynamic_behind();
    return fmt::format("  {:<44} {:<12} {:<8} {:>9.2f} {:>8.1f} {:>9}\n",
                       describe(c), best.cell.placement, best.policy,
                       best.gflops, best.roofline_percent,
                       behind ? fmt::format("{:+.1f} %", -*behind) : "-");
}

std::vector<Cell> missing_cells(const Findings& f) {
    std::set<std::string> there;
    for (const auto& result : f.results) there.insert(key(result.cell));
    for (const auto& failure : f.failures) there.insert(key(failure.cell));
    std::vector<Cell> missing;
    for (const auto& cell : f.experiment.planned)
        if (!there.contains(key(cell))) missing.push_back(cell);
    return missing;
}

}  // namespace

Findings write_report(const Store& store) {
    Findings findings{store.experiment(), store.results(), store.failures()};
    findings.missing = missing_cells(findings);
    const auto figures = make_figures(findings.results);
    const fs::path folder = store.folder();
    write_charts(folder / "charts", figures);
    io::write_file((folder / "results.csv").string(), to_csv(findings));
    io::write_json((folder / "results.json").string(), to_json(findings));
    io::write_file((folder / "report.html").string(),
                   to_html(findings, figures));
    return findings;
}

void print_summary(const Findings& f, const std::string& folder) {
    if (!f.results.empty()) {
        fmt::print("  {:<44} {:<12} {:<8} {:>9} {:>8} {:>9}\n", "work",
                   "fastest", "policy", "GFLOP/s", "% of bw", "dynamic");
        for (const auto& c : compare_placements(f.results))
            fmt::print("{}", row(c));
        fmt::print("\n");
        for (const auto& sentence : recommend(f.results).sentences)
            fmt::print("{}\n", sentence);
    }
    for (const auto& failure : f.failures)
        fmt::print("failed, {}: {}: {}\n", how_it_ended(failure),
                   key(failure.cell), failure.reason);
    if (!f.missing.empty())
        fmt::print(
            "a part: {} of {} cells have not run; the same tasuki compare "
            "wilson goes on with them\n",
            f.missing.size(), f.planned());
    fmt::print("{} cells, {} failed; {}\n",
               f.results.size() + f.failures.size(), f.failures.size(),
               (fs::path{folder} / "report.html").string());
}

}  // namespace tasuki::drivers::compare
