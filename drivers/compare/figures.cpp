#include "drivers/compare/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "drivers/compare/comparison.hpp"
#include "graphs/wilson/placement.hpp"

namespace tasuki::drivers::compare {

namespace {

using Words = std::vector<std::string>;
using Selected = std::vector<const CellResult*>;

/// One of the things that a cell is asked for, as text.
struct Axis {
    const char* name;   ///< of a file
    const char* title;  ///< of a chart
    std::string (*of)(const CellResult&);
};

std::string spatial(const CellResult& r) {
    const auto& n = r.cell.lattice;
    return fmt::format("{}x{}x{}", n[0], n[1], n[2]);
}
std::string precision(const CellResult& r) {
    return r.cell.precision;
}
std::string links(const CellResult& r) {
    return fmt::format("{} reals", r.cell.reconstruct);
}
std::string devices(const CellResult& r) {
    const auto text = describe_devices(r.cell.ranks, r.cell.gpus);
    return text.empty() ? "CPU" : text;
}
std::string placement(const CellResult& r) {
    return r.cell.placement;
}
std::string policy(const CellResult& r) {
    return r.policy;
}
std::string blocks(const CellResult& r) {
    return r.cell.blocks;
}

constexpr Axis kPlacement{"placement", "placement", placement};
constexpr Axis kPolicy{"policy", "scheduling policy", policy};
constexpr Axis kBlocks{"blocks", "blocks", blocks};
constexpr Axis kLinks{"links", "reals per link", links};
constexpr Axis kDevices{"devices", "ranks and GPUs", devices};

enum class Per { total, gpu };

/// Different values in the order in which they come.
Words values_of(const Selected& selected, const Axis& axis) {
    Words values;
    for (const auto* result : selected)
        if (auto value = axis.of(*result);
            std::ranges::find(values, value) == values.end())
            values.push_back(std::move(value));
    return values;
}

int style_of(const Axis& axis, const std::string& value, const Words& all) {
    auto names =
        axis.of == placement ? graphs::wilson::Placement::names() : Words{};
    std::ranges::copy_if(all, std::back_inserter(names), [&](const auto& name) {
        return std::ranges::find(names, name) == names.end();
    });
    return static_cast<int>(std::ranges::find(names, value) - names.begin());
}

views::ChartPoint point_of(const CellResult& r, Per per) {
    const double share = per == Per::gpu ? r.gpus() : 1;
    return {static_cast<double>(r.cell.lattice[3]), r.gflops / share,
            r.gflops_min() / share, r.gflops_max() / share,
            fmt::format("{}, T {}: {:.2f} GFLOP/s ({:.2f} to {:.2f}), {}, "
                        "blocks {}",
                        r.cell.placement, r.cell.lattice[3], r.gflops / share,
                        r.gflops_min() / share, r.gflops_max() / share,
                        r.policy, r.blocks)};
}

views::ChartSeries series_of(const Selected& selected, const Axis& axis,
                             const std::string& value, int style, Per per) {
    std::map<int, const CellResult*> fastest;  // by T
    for (const auto* result : selected) {
        if (axis.of(*result) != value) continue;
        auto& best = fastest[result->cell.lattice[3]];
        if (!best || result->gflops > best->gflops) best = result;
    }
    views::ChartSeries series{value, style, {}};
    for (const auto& [t, result] : fastest)
        series.points.push_back(point_of(*result, per));
    return series;
}

/// What the title of a chart says beside the axis of its lines.
struct Panel {
    std::string name, title;
    Selected selected;
};

/// Whether a line of the panel has a choice there; `cpu` beside GPUs is none.
bool is_open(const Panel& panel, const Axis& axis) {
    Selected selected = panel.selected;
    if (axis.of == devices)
        std::erase_if(selected, [](const auto* result) {
            return result->cell.placement == "cpu";
        });
    return values_of(selected, axis).size() > 1;
}

Figure make_figure(const Panel& panel, const Axis& axis, const Words& all,
                   Per per) {
    const char* const unit = per == Per::gpu ? "GFLOP/s per GPU" : "GFLOP/s";
    Figure figure{fmt::format("{}_by_{}{}", panel.name, axis.name,
                              per == Per::gpu ? "_per_gpu" : ""),
                  "",
                  {fmt::format("{}{}: {}", panel.title,
                               per == Per::gpu ? ", per GPU" : "", axis.title),
                   "T [sites]",
                   fmt::format("{} at 1488 flop per site", unit),
                   {}}};
    for (const auto& value : values_of(panel.selected, axis))
        figure.chart.series.push_back(series_of(
            panel.selected, axis, value, style_of(axis, value, all), per));
    Words open;
    for (const Axis& other : {kPlacement, kPolicy, kBlocks, kLinks, kDevices})
        if (other.of != axis.of && is_open(panel, other))
            open.emplace_back(other.title);
    figure.caption =
        "Median of the repetitions; bars from the slowest to the fastest.";
    if (!open.empty()) {
        figure.caption += " Each point takes the fastest ";
        for (std::size_t k = 0; k < open.size(); ++k)
            figure.caption += (k == 0                 ? ""
                               : k + 1 == open.size() ? " and "
                                                      : ", ") +
                              open[k];
        figure.caption += ".";
    }
    return figure;
}

/// `cpu` uses no GPU, yet stands beside what does: its cells join the panels of
/// the same work, and have one of their own only where there is none.
void join_cpu(std::vector<Panel>& panels, const Selected& all) {
    std::vector<const CellResult*> joined;
    for (auto& panel : panels) {
        const CellResult first = *panel.selected.front();
        if (first.gpus() == 0) continue;
        for (const auto* result : all)
            if (result->cell.placement == "cpu" &&
                result->cell.ranks == first.cell.ranks &&
                spatial(*result) == spatial(first) &&
                precision(*result) == precision(first) &&
                links(*result) == links(first)) {
                panel.selected.push_back(result);
                joined.push_back(result);
            }
    }
    std::erase_if(panels, [&](const Panel& panel) {
        return panel.selected.front()->gpus() == 0 &&
               std::ranges::all_of(panel.selected, [&](const auto* result) {
                   return std::ranges::count(joined, result) > 0;
               });
    });
}

/// Panels of cells that are the same in `fixed`.
std::vector<Panel> panels_of(const Selected& all,
                             const std::vector<Axis>& fixed) {
    std::vector<Panel> panels;
    for (const auto* result : all) {
        std::string name, title;
        for (const Axis& axis : fixed) {
            const auto value = axis.of(*result);
            name += (name.empty() ? "" : "_") + value;
            if (values_of(all, axis).size() > 1 || axis.of == spatial ||
                axis.of == precision)
                title += (title.empty() ? "" : ", ") + value;
        }
        std::ranges::replace(name, ' ', '-');
        auto at = std::ranges::find(panels, name, &Panel::name);
        if (at == panels.end()) {
            panels.push_back({name, title, {}});
            at = panels.end() - 1;
        }
        at->selected.push_back(result);
    }
    return panels;
}

constexpr Axis kSpatial{"spatial", "spatial size", spatial};
constexpr Axis kPrecision{"precision", "precision", precision};

void add_varied(const Selected& all, const std::vector<Axis>& fixed,
                const Axis& axis, Per per, std::vector<Figure>& figures) {
    const auto values = values_of(all, axis);
    if (values.size() < 2) return;
    for (const auto& panel : panels_of(all, fixed))
        if (values_of(panel.selected, axis).size() > 1)
            figures.push_back(make_figure(panel, axis, values, per));
}

}  // namespace

std::vector<Figure> make_figures(const std::vector<CellResult>& results) {
    Selected all;
    for (const auto& result : results) all.push_back(&result);
    const std::vector<Axis> work{kSpatial, kPrecision, kLinks, kDevices};
    std::vector<Figure> figures;
    const auto placements = values_of(all, kPlacement);
    const auto panels = panels_of(all, work);
    auto with_cpu = panels;
    join_cpu(with_cpu, all);
    for (const auto& panel : with_cpu)
        figures.push_back(
            make_figure(panel, kPlacement, placements, Per::total));
    for (const auto& panel : panels)
        if (panel.selected.front()->gpus() > 1)
            figures.push_back(
                make_figure(panel, kPlacement, placements, Per::gpu));
    add_varied(all, work, kPolicy, Per::total, figures);
    add_varied(all, work, kBlocks, Per::total, figures);
    add_varied(all, {kSpatial, kPrecision, kDevices}, kLinks, Per::total,
               figures);
    Selected on_gpus;
    for (const auto* result : all)
        if (result->gpus() > 0) on_gpus.push_back(result);
    for (const Per per : {Per::total, Per::gpu})
        add_varied(on_gpus, {kSpatial, kPrecision, kLinks}, kDevices, per,
                   figures);
    return figures;
}

}  // namespace tasuki::drivers::compare
