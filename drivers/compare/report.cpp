#include "drivers/compare/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "drivers/compare/comparison.hpp"
#include "drivers/compare/figures.hpp"
#include "drivers/compare/html_report.hpp"
#include "drivers/compare/simulated_subject.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

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

/// A line of the short table; the columns of units take what these need.
std::string line(const Subject& subject, const std::string& work,
                 const std::string& placement, const std::string& policy,
                 const std::string& speed, const std::string& last,
                 const std::string& dynamic) {
    return fmt::format(
        "  {:<44} {:<12} {:<8} {:>{}} {:>{}} {:>9}", work, placement, policy,
        speed, std::max<std::size_t>(9, subject.unit.size()), last,
        std::max<std::size_t>(8, subject.columns.back().title.size()), dynamic);
}

std::string row(const Subject& subject, const Comparison& c) {
    const auto& best = c.best();
    const auto behind = c.dynamic_behind();
    return line(subject, describe(c), best.cell.placement, best.policy,
                speed_text(best.speed),
                column_text(subject.columns.back(), best.columns.back()),
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
    const fs::path& folder = store.folder();
    write_charts(folder / "charts", figures);
    io::write_file((folder / "results.csv").string(), to_csv(findings));
    io::write_json((folder / "results.json").string(), to_json(findings));
    io::write_file((folder / "report.html").string(),
                   to_html(findings, figures));
    return findings;
}

void print_summary(const Findings& f, const std::string& folder) {
    const Subject& subject = *f.experiment.subject;
    if (const auto banner = simulation_banner(subject); !banner.empty())
        io::print("{}\n", banner);
    if (!f.results.empty()) {
        io::print("{}\n",
                  line(subject, "work", "fastest", "policy", subject.unit,
                       subject.columns.back().title, "dynamic"));
        for (const auto& c : compare_placements(f.results))
            io::print("{}\n", row(subject, c));
        io::print("\n");
        for (const auto& sentence : recommend(f.results).sentences)
            io::print("{}\n", sentence);
    }
    for (const auto& failure : f.failures)
        io::print("failed, {}: {}: {}\n", how_it_ended(failure),
                  key(failure.cell), failure.reason);
    if (!f.missing.empty())
        io::print(
            "a part: {} of {} cells have not run; the same tasuki compare {} "
            "goes on with them\n",
            f.missing.size(), f.planned(), subject.command);
    io::print("{} cells, {} failed; {}\n", f.results.size() + f.failures.size(),
              f.failures.size(), (fs::path{folder} / "report.html").string());
}

}  // namespace tasuki::drivers::compare
