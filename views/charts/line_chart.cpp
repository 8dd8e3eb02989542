#include "views/charts/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "io/xml.hpp"
#include "views/charts/axis.hpp"

namespace tasuki::views {

namespace {

using io::xml_shown;

// Of the picture, in its own units: pixels at 100 %.
constexpr double kWidth = 640, kPlotHeight = 260;
constexpr double kLeft = 64, kRight = 20, kTitle = 34, kBottom = 56;
constexpr double kLegendRow = 20;
/// Of a letter in the middle: no font is asked, so a legend may end early.
constexpr double kLetter = 6.8;
constexpr int kStyles = 8;

/// Around (0, 0); filled, but the two crosses.
constexpr std::array<const char*, kStyles> kMarkers{
    "M-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z",
    "M-3.7,-3.7h7.4v7.4h-7.4z",
    "M0,-5L4.6,3.6H-4.6z",
    "M0,-5.2L5.2,0L0,5.2L-5.2,0z",
    "M0,5L4.6,-3.6H-4.6z",
    "M-4,-4L4,4M-4,4L4,-4",
    "M0,-5V5M-5,0H5",
    "M0,-5L4.8,-1.5L2.9,4L-2.9,4L-4.8,-1.5z"};

struct LegendEntry {
    double x;
    int row;
};

/// Entries from left to right, in as many rows as they need.
std::vector<LegendEntry> legend_of(const LineChart& chart) {
    std::vector<LegendEntry> entries;
    if (chart.series.size() == 1 && chart.series[0].name.empty())
        return entries;
    LegendEntry at{kLeft, 0};
    for (const auto& series : chart.series) {
        const double width =
            46 + kLetter * static_cast<double>(series.name.size());
        if (at.x > kLeft && at.x + width > kWidth - kRight)
            at = {kLeft, at.row + 1};
        entries.push_back(at);
        at.x += width;
    }
    return entries;
}

class Picture {
  public:
    explicit Picture(const LineChart& chart)
        : chart_{chart}, legend_{legend_of(chart)} {
        std::set<double> xs, ys;
        for (const auto& series : chart.series)
            for (const auto& point : series.points) {
                xs.insert(point.x);
                ys.insert({point.y, point.low, point.high});
            }
        using enum LineChart::Axes;
        const auto from_zero = [](const std::set<double>& values) {
            return Axis::from_zero(values.empty() ? 0 : *values.rbegin());
        };
        const auto axes = chart.axes;
        x_axis_ = axes == decades ? Axis::of_decades(xs)
                  : axes == sizes ? Axis::of_values(xs)
                                  : from_zero(xs);
        y_axis_ = axes == decades || axes == fall ? Axis::of_decades(ys)
                                                  : from_zero(ys);
        const int rows = legend_.empty() ? 0 : legend_.back().row + 1;
        top_ = kTitle + kLegendRow * rows + 8;
    }

    /// @param place  attributes of a part of another picture, or nothing
    std::string draw(const std::string& place) {
        out_ = fmt::format(
            R"(<svg class="chart" xmlns="http://www.w3.org/2000/svg"{} viewBox="0 0 {:.0f} {:.0f}" role="img">)"
            "\n<title>{}</title>\n",
            place, kWidth, height(), xml_shown(chart_.title));
        text(kWidth / 2, 20, "heading", "middle", chart_.title);
        draw_legend();
        draw_axes();
        for (std::size_t k = 0; k < chart_.series.size(); ++k)
            draw_series(chart_.series[k], offset(k));
        return out_ + "</svg>\n";
    }

    double height() const { return bottom() + kBottom; }

  private:
    double bottom() const { return top_ + kPlotHeight; }

    double y_of(double y) const {
        return bottom() - kPlotHeight * y_axis_.part(y);
    }

    double x_of(double x) const {
        // Error bars stand beside the first and the last value.
        const double room = has_grid_of_x() ? 0 : 36;
        const double from = kLeft + room, to = kWidth - kRight - room;
        return from + (to - from) * x_axis_.part(x);
    }

    bool has_grid_of_x() const { return chart_.axes != LineChart::Axes::sizes; }

    bool has_bars() const {
        for (const auto& series : chart_.series)
            for (const auto& p : series.points)
                if (p.low < p.high) return true;
        return false;
    }

    /// Series side by side, or their error bars would hide one another.
    double offset(std::size_t k) const {
        if (has_grid_of_x() && !has_bars()) return 0;
        const auto count = static_cast<double>(chart_.series.size());
        return (static_cast<double>(k) - (count - 1) / 2) *
               std::min(6.0, 60 / count);
    }

    void line(const char* kind, double x1, double y1, double x2, double y2) {
        out_ += fmt::format(
            R"(<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)"
            "\n",
            kind, x1, y1, x2, y2);
    }

    void text(double x, double y, const char* kind, const char* anchor,
              const std::string& words) {
        out_ += fmt::format(
            R"(<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>)"
            "\n",
            kind, x, y, anchor, xml_shown(words));
    }

    void marker(int style, double x, double y, const std::string& note) {
        out_ += fmt::format(
            R"(<path class="marker" transform='translate({:.1f} {:.1f})' d="{}"><title>{}</title></path>)"
            "\n",
            x, y, kMarkers[style % kStyles], xml_shown(note));
    }

    void open_style(int style) {
        out_ += fmt::format(R"(<g class="style{}{}">)"
                            "\n",
                            style % kStyles, style >= kStyles ? " again" : "");
    }

    void draw_legend() {
        for (std::size_t k = 0; k < legend_.size(); ++k) {
            const auto& series = chart_.series[k];
            const double x = legend_[k].x;
            const double y = kTitle + kLegendRow * legend_[k].row + 6;
            open_style(series.style);
            line("line", x, y, x + 26, y);
            marker(series.style, x + 13, y, series.name);
            out_ += "</g>\n";
            text(x + 31, y + 4, "word", "start", series.name);
        }
    }

    void draw_axes() {
        for (const auto& mark : y_axis_.marks()) {
            const double y = y_of(mark.value);
            line(y == bottom() ? "axis" : "grid", kLeft, y, kWidth - kRight, y);
            text(kLeft - 8, y + 4, "word", "end", mark.label);
        }
        for (const auto& mark : x_axis_.marks()) {
            const double x = x_of(mark.value);
            if (has_grid_of_x()) line("grid", x, top_, x, bottom());
            line("axis", x, bottom(), x, bottom() + 5);
            text(x, bottom() + 20, "word", "middle", mark.label);
        }
        text((kLeft + kWidth - kRight) / 2, bottom() + 42, "word", "middle",
             chart_.x_label);
        out_ += fmt::format(
            R"(<text class="word" transform='translate(16 {:.1f}) rotate(-90)' text-anchor="middle">{}</text>)"
            "\n",
            (top_ + bottom()) / 2, xml_shown(chart_.y_label));
    }

    void draw_series(const ChartSeries& series, double shift) {
        open_style(series.style);
        std::string path;
        bool gap = true;
        for (const auto& p : series.points) {
            const bool seen = x_axis_.has(p.x) && y_axis_.has(p.y);
            if (seen)
                path += fmt::format("{}{:.1f},{:.1f}", gap ? 'M' : 'L',
                                    x_of(p.x) + shift, y_of(p.y));
            gap = !seen;
        }
        out_ += fmt::format("<path class=\"line\" d=\"{}\"/>\n", path);
        constexpr std::size_t kFew = 64;
        for (const auto& p : series.points)
            if (series.points.size() <= kFew && x_axis_.has(p.x) &&
                y_axis_.has(p.y))
                draw_point(series.style, p, x_of(p.x) + shift);
        out_ += "</g>\n";
    }

    void draw_point(int style, const ChartPoint& p, double x) {
        if (p.low < p.high && y_axis_.has(p.low)) {
            line("bar", x, y_of(p.low), x, y_of(p.high));
            for (const double end : {p.low, p.high})
                line("bar", x - 3, y_of(end), x + 3, y_of(end));
        }
        marker(style, x, y_of(p.y), p.note);
    }

    const LineChart& chart_;
    std::vector<LegendEntry> legend_;
    Axis x_axis_, y_axis_;
    double top_ = 0;
    std::string out_;
};

/// What is behind all charts of a file, and their style.
std::string page() {
    return fmt::format(
        "<style>{}</style>\n<rect class=\"page\" width=\"100%\" "
        "height=\"100%\"/>\n",
        chart_style());
}

}  // namespace

std::string inline_svg(const LineChart& chart) {
    return Picture{chart}.draw("");
}

std::string standalone_svg(const LineChart& chart) {
    auto svg = inline_svg(chart);
    svg.insert(svg.find('\n') + 1, page());
    return svg;
}

std::string standalone_svg(const std::vector<LineChart>& charts) {
    std::string parts;
    double height = 0;
    for (const LineChart& chart : charts) {
        Picture picture{chart};
        parts += picture.draw(
            fmt::format(R"( y="{:.0f}" width="{:.0f}" height="{:.0f}")", height,
                        kWidth, picture.height()));
        height += picture.height();
    }
    return fmt::format(
               R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {:.0f} {:.0f}" role="img">)"
               "\n",
               kWidth, height) +
           page() + parts + "</svg>\n";
}

}  // namespace tasuki::views
