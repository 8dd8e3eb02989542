#include "drivers/compare/figures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "drivers/compare/panels.hpp"

namespace tasuki::drivers::compare {

namespace {

using Words = std::vector<std::string>;

enum class Per { total, gpu };

/// @param placements  the subject's, which look the same in every chart
int style_of(const Line& axis, const std::string& value, const Words& all,
             const Words& placements) {
    auto names = axis.name == kPlacement.name ? placements : Words{};
    std::ranges::copy_if(all, std::back_inserter(names), [&](const auto& name) {
        return std::ranges::find(names, name) == names.end();
    });
    return static_cast<int>(std::ranges::find(names, value) - names.begin());
}

views::ChartPoint point_of(const CellResult& r, Per per) {
    const double share = per == Per::gpu ? r.gpus() : 1;
    return {static_cast<double>(r.cell.size()), r.speed / share,
            r.speed_min() / share, r.speed_max() / share,
            fmt::format("{}, {}: {} {} ({} to {}), {}{}", r.cell.placement,
                        r.cell.problem.front(), speed_text(r.speed / share),
                        r.cell.subject->unit, speed_text(r.speed_min() / share),
                        speed_text(r.speed_max() / share), r.policy,
                        r.blocks.empty() ? "" : ", blocks " + r.blocks)};
}

views::ChartSeries series_of(const Selected& selected, const Line& axis,
                             const std::string& value, int style, Per per) {
    std::map<int, const CellResult*> fastest;  // by size
    for (const auto* result : selected) {
        if (axis.of(*result) != value) continue;
        auto& best = fastest[result->cell.size()];
        if (!best || result->speed > best->speed) best = result;
    }
    views::ChartSeries series{value, style, {}};
    for (const auto& [size, result] : fastest)
        series.points.push_back(point_of(*result, per));
    return series;
}

/// Whether a line of the panel has a choice there; `cpu` beside GPUs is none.
bool is_open(const Panel& panel, const Line& axis) {
    Selected selected = panel.selected;
    if (axis.name == kDevices.name)
        std::erase_if(selected, [](const auto* result) {
            return result->cell.placement == "cpu";
        });
    return values_of(selected, axis).size() > 1;
}

Figure make_figure(const Panel& panel, const Line& axis, const Words& all,
                   Per per) {
    const Subject& subject = *panel.selected.front()->cell.subject;
    Figure figure{
        fmt::format("{}_by_{}{}", panel.name, axis.name,
                    per == Per::gpu ? "_per_gpu" : ""),
        "",
        {fmt::format("{}{}{}: {}", subject.simulated ? "Simulated: " : "",
                     panel.title.empty() ? subject.title : panel.title,
                     per == Per::gpu ? ", per GPU" : "", axis.title),
         subject.x_label,
         subject.unit + (per == Per::gpu ? " per GPU" : "") + subject.unit_note,
         {}}};
    for (const auto& value : values_of(panel.selected, axis))
        figure.chart.series.push_back(series_of(
            panel.selected, axis, value,
            style_of(axis, value, all, subject.placement_names), per));
    Words open;
    std::vector<Line> others{kPlacement, kPolicy, kBlocks, kDevices};
    for (const auto& line : lines_of(subject))
        if (!line.title.empty()) others.push_back(line);
    for (const Line& other : others)
        if (other.name != axis.name && is_open(panel, other))
            open.push_back(other.title);
    figure.caption =
        (subject.simulated
             ? fmt::format("Simulated on {}. ", subject.simulated->machine)
             : "") +
        "Median of the repetitions; bars from the slowest to the fastest.";
    if (!open.empty())
        figure.caption +=
            fmt::format(" Each point takes the fastest {}{}{}.",
                        fmt::join(open.begin(), open.end() - 1, ", "),
                        open.size() > 1 ? " and " : "", open.back());
    return figure;
}

/// @param fixed  in a figure, but for the axis of its lines
void add_varied(const Selected& all, std::vector<Line> fixed, const Line& axis,
                Per per, std::vector<Figure>& figures) {
    std::erase_if(fixed,
                  [&](const Line& line) { return line.name == axis.name; });
    const auto values = values_of(all, axis);
    for (const auto& panel : panels_of(all, fixed))
        if (values_of(panel.selected, axis).size() > 1)
            figures.push_back(make_figure(panel, axis, values, per));
}

}  // namespace

std::vector<Figure> make_figures(const std::vector<CellResult>& results) {
    std::vector<Figure> figures;
    if (results.empty()) return figures;
    Selected all, on_gpus;
    for (const auto& result : results) {
        all.push_back(&result);
        if (result.gpus() > 0) on_gpus.push_back(&result);
    }
    const Subject& subject = *results.front().cell.subject;
    auto problem = lines_of(subject);
    // Outputs are not chosen for their speed: a point has those of its chart.
    const bool writes = std::ranges::any_of(
        results, [](const auto& result) { return result.cell.has_outputs(); });
    if (writes) problem.push_back(kOutputs);
    auto work = problem;
    work.push_back(kDevices);
    const auto placements = values_of(all, kPlacement);
    const auto panels = panels_of(all, work);
    auto with_cpu = panels;
    join_cpu(with_cpu, all, problem);
    for (const auto& panel : with_cpu)
        figures.push_back(
            make_figure(panel, kPlacement, placements, Per::total));
    for (const auto& panel : panels)
        if (panel.selected.front()->gpus() > 1)
            figures.push_back(
                make_figure(panel, kPlacement, placements, Per::gpu));
    add_varied(all, work, kPolicy, Per::total, figures);
    add_varied(all, work, kBlocks, Per::total, figures);
    for (const Line& axis : problem)
        if (!axis.title.empty())
            add_varied(all, work, axis, Per::total, figures);
    for (const Per per : {Per::total, Per::gpu})
        add_varied(on_gpus, work, kDevices, per, figures);
    return figures;
}

}  // namespace tasuki::drivers::compare
