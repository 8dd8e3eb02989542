#include "drivers/solve/picture.hpp"

#include <fmt/format.h>

#include "drivers/solve/correlator.hpp"
#include "views/charts/line_chart.hpp"

namespace tasuki::drivers {

namespace {

void add_point(views::LineChart& chart, std::size_t d, double y) {
    chart.series[0].points.push_back(
        {static_cast<double>(d), y, y, y, fmt::format("{}: {:.8g}", d, y)});
}

}  // namespace

std::string pion_svg(const SolveOptions& o,
                     const std::vector<double>& correlator) {
    const auto label =
        fmt::format("distance {} from the source [sites]", o.correlator_axis);
    views::LineChart c{.title = fmt::format("Pion correlator: {}, {}",
                                            gauge_name(o), action_name(o)),
                       .x_label = label,
                       .y_label = "C",
                       .series = {{"", 0, {}}},
                       .axes = views::LineChart::Axes::fall};
    views::LineChart mass{.title = "Effective mass",
                          .x_label = label,
                          .y_label = "mass [1/a]",
                          .series = {{"", 1, {}}},
                          .axes = views::LineChart::Axes::linear};
    for (std::size_t d = 0; d < correlator.size(); ++d)
        add_point(c, d, correlator[d]);
    const auto masses = effective_mass(correlator);
    for (std::size_t d = 0; d < masses.size(); ++d)
        if (masses[d]) add_point(mass, d, *masses[d]);
    return views::standalone_svg({c, mass});
}

}  // namespace tasuki::drivers
