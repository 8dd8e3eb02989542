// The cells that stand in one chart, and what its lines and title say of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "drivers/compare/cell_result.hpp"

namespace tasuki::drivers::compare {

using Selected = std::vector<const CellResult*>;

/// One of the things that a cell is asked for, as text.
struct Line {
    std::string name;   ///< of a file
    std::string title;  ///< of a chart
    std::function<std::string(const CellResult&)> of;
    std::string usual{};       ///< as Axis::usual
    bool always_told = false;  ///< in a title also if there is one value only
};

extern const Line kPlacement, kPolicy, kBlocks, kDevices, kOutputs;

/// The axes of the problem; of the size, what the x axis does not have:
/// "16x16x16" of 16x16x16x32, nothing of 4096.
std::vector<Line> lines_of(const Subject& subject);

/// Different values in the order in which they come.
std::vector<std::string> values_of(const Selected& selected, const Line& axis);

/// What the title of a chart says beside the axis of its lines.
struct Panel {
    std::string name, title;
    Selected selected;
};

/// Panels of cells that are the same in `fixed`.
std::vector<Panel> panels_of(const Selected& all,
                             const std::vector<Line>& fixed);

/// `cpu` uses no GPU, yet stands beside what does: its cells join the panels of
/// the same work, and have one of their own only where there is none.
/// @param lines  of the problem
void join_cpu(std::vector<Panel>& panels, const Selected& all,
              const std::vector<Line>& lines);

}  // namespace tasuki::drivers::compare
