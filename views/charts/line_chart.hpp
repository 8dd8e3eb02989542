// Line charts as SVG: measured points with their spread over a size.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tasuki::views {

struct ChartPoint {
    double x, y;
    double low, high;  ///< ends of the error bar
    std::string note;  ///< shown by a browser for the marker under the pointer
};

struct ChartSeries {
    std::string name;
    /// Which colour, marker and dash: the same number looks the same in every
    /// chart.
    int style;
    std::vector<ChartPoint> points;  ///< by ascending x
};

struct LineChart {
    std::string title;
    std::string x_label, y_label;  ///< with units in [ ]
    std::vector<ChartSeries> series;
};

/// Positions of the marks of an axis from 0 to at least `greatest`: 4 to 8 of
/// them, 1, 2, 2.5 or 5 times a power of ten apart.
/// @param greatest  above 0
std::vector<double> axis_marks(double greatest);

/// An <svg> element without colours: they are in chart_style().  The y axis
/// begins at 0; the x axis is logarithmic, to base 2, with a mark per value.
/// @param chart  with at least one point; all x above 0
std::string inline_svg(const LineChart& chart);

/// The CSS of the charts, for light and dark screens and for paper; the colours
/// differ for the colour-blind too.
std::string_view chart_style();

/// A whole file: inline_svg() with its style.
std::string standalone_svg(const LineChart& chart);

}  // namespace tasuki::views
