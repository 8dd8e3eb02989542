#include "drivers/compare/panels.hpp"

#include <algorithm>

#include "drivers/compare/comparison.hpp"

namespace tasuki::drivers::compare {

namespace {

/// Where the last number of a size begins, with the x before it.
std::size_t size_at(const std::string& value) {
    const auto at = value.rfind('x');
    return at == std::string::npos ? 0 : at;
}

}  // namespace

const Line kPlacement{"placement", "placement",
                      [](const auto& r) { return r.cell.placement; }};
const Line kPolicy{"policy", "scheduling policy",
                   [](const auto& r) { return r.policy; }};
const Line kBlocks{"blocks", "blocks",
                   [](const auto& r) { return r.cell.blocks; }};
const Line kDevices{"devices", "ranks and GPUs", [](const CellResult& r) {
                        const auto text =
                            describe_devices(r.cell.ranks, r.cell.gpus);
                        return text.empty() ? std::string{"CPU"} : text;
                    }};
const Line kOutputs{
    "outputs", "outputs",
    [](const CellResult& r) { return describe_outputs(r.cell.outputs); },
    describe_outputs(kNoOutputs), true};

std::vector<Line> lines_of(const Subject& subject) {
    std::vector<Line> lines;
    for (std::size_t k = 0; k < subject.axes.size(); ++k) {
        const auto& axis = subject.axes[k];
        lines.push_back({axis.name, axis.title,
                         [k, &axis](const CellResult& r) {
                             const auto& value = r.cell.problem[k];
                             return k > 0 || !axis.words.empty()
                                        ? axis.describe(value)
                                        : value.substr(0, size_at(value));
                         },
                         axis.usual.empty() ? "" : axis.describe(axis.usual),
                         true});
    }
    return lines;
}

std::vector<std::string> values_of(const Selected& selected, const Line& axis) {
    std::vector<std::string> values;
    for (const auto* result : selected)
        if (auto value = axis.of(*result);
            std::ranges::find(values, value) == values.end())
            values.push_back(std::move(value));
    return values;
}

std::vector<Panel> panels_of(const Selected& all,
                             const std::vector<Line>& fixed) {
    std::vector<Panel> panels;
    for (const auto* result : all) {
        std::string name, title;
        for (const Line& axis : fixed) {
            const auto value = axis.of(*result);
            if (value.empty()) continue;
            name += (name.empty() ? "" : "_") + value;
            if (values_of(all, axis).size() > 1 ||
                (axis.always_told && value != axis.usual))
                title += (title.empty() ? "" : ", ") + value;
        }
        std::erase(name, ':');
        std::ranges::replace(name, ' ', '-');
        name = file_name(name);
        auto at = std::ranges::find(panels, name, &Panel::name);
        if (at == panels.end()) {
            panels.push_back({name, title, {}});
            at = panels.end() - 1;
        }
        at->selected.push_back(result);
    }
    return panels;
}

void join_cpu(std::vector<Panel>& panels, const Selected& all,
              const std::vector<Line>& lines) {
    std::vector<const CellResult*> joined;
    for (auto& panel : panels) {
        const CellResult first = *panel.selected.front();
        if (first.gpus() == 0) continue;
        for (const auto* result : all)
            if (result->cell.placement == "cpu" &&
                result->cell.ranks == first.cell.ranks &&
                std::ranges::all_of(lines, [&](const Line& line) {
                    return line.of(*result) == line.of(first);
                })) {
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

}  // namespace tasuki::drivers::compare
