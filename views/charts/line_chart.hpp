// Line charts as SVG: measured points with their spread over a size, spectra,
// and correlators.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tasuki::views {

struct ChartPoint {
    double x, y;
    double low, high;  ///< ends of the error bar; none if they are equal
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
    enum class Axes {
        sizes,    ///< x logarithmic with a mark at each value, y from 0
        decades,  ///< both logarithmic; a point at or below 0 is a gap
        linear,   ///< both from 0
        fall      ///< x from 0, y logarithmic; a point at or below 0 is a gap
    };
    std::string title;
    std::string x_label, y_label;  ///< with units in [ ]
    /// A legend names them, but for a single one without a name.
    std::vector<ChartSeries> series;
    Axes axes = Axes::sizes;
};

/// An <svg> element without colours: they are in chart_style().  Points have
/// markers where there are few, and error bars where low is below high.
/// @param chart  all x above 0, or from 0 where that axis is linear
std::string inline_svg(const LineChart& chart);

/// The CSS of the charts, for light and dark screens and for paper; the colours
/// differ for the colour-blind too.
std::string_view chart_style();

/// A whole file: inline_svg() with its style.
std::string standalone_svg(const LineChart& chart);
/// The same with charts one below the other.
std::string standalone_svg(const std::vector<LineChart>& charts);

}  // namespace tasuki::views
