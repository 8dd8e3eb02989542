// Speed over the size of the problem from measured cells, as in the figures of
// the 2015 paper (IPSJ SIG-HPC 149-11).
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/cell_result.hpp"
#include "views/charts/line_chart.hpp"

namespace tasuki::drivers::compare {

struct Figure {
    std::string name;     ///< of a file, without its end
    std::string caption;  ///< what was held fixed, and what was chosen
    views::LineChart chart;
};

/// For each problem but for its size, and for each number of ranks and GPUs: a
/// line per placement, in total and, with several GPUs, per GPU.  Where several
/// policies, blocks, numbers of GPUs or values of an axis with a title ran, a
/// figure with a line for each of them too.  A point is the fastest of the
/// cells that the line and the figure leave open.
std::vector<Figure> make_figures(const std::vector<CellResult>& results);

}  // namespace tasuki::drivers::compare
