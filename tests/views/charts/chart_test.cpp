// The SVG says what the points are.
#include <doctest/doctest.h>

#include <cmath>
#include <regex>

#include "tests/close.hpp"
#include "tests/views/well_formed.hpp"
#include "views/charts/line_chart.hpp"

using namespace tasuki::views;
using tasuki::test::near;
using tasuki::test::WellFormed;

namespace {

LineChart made_chart() {
    return {"16 & 32 <sites>",
            "T [sites]",
            "GFLOP/s",
            {{"gpu", 0, {{16, 50, 40, 60, "a"}, {64, 100, 90, 100, "b"}}},
             {"dynamic \"d\"", 5, {{16, 25, 20, 30, "c"}}}}};
}

// Coordinates have one decimal: two of them and the size of 100 units are each
// off by up to 0.05.
constexpr double kPixel = 0.2;

/// The numbers that a pattern finds, in order.
std::vector<double> all(const std::string& text, const char* pattern) {
    std::vector<double> found;
    const std::regex expression{pattern};
    for (std::sregex_iterator at{text.begin(), text.end(), expression}, end;
         at != end; ++at)
        found.push_back(std::stod((*at)[1]));
    return found;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos;
         at = text.find(part, at + 1))
        ++found;
    return found;
}

}  // namespace

TEST_CASE("a point and its error bar stand at their values") {
    const auto svg = inline_svg(made_chart());
    // Marks at 0, 20 ... 100: 0 as the axis, then upwards.
    const auto zero =
        all(svg, R"-(<line class="axis" x1="64.0" y1="([0-9.]+)")-");
    const auto grid = all(svg, R"-(<line class="grid"[^>]* y1="([0-9.]+)")-");
    REQUIRE(zero.size() == 1);
    REQUIRE(grid.size() == 5);
    const double per_gflop = (zero[0] - grid[4]) / 100;
    CHECK(per_gflop > 1);
    const auto ys = all(svg, R"-(translate\([0-9.]+ ([0-9.]+)\)' d)-");
    REQUIRE(ys.size() == 2 + 3);  // the legend has two
    CHECK(near(zero[0] - ys[2], 50 * per_gflop, kPixel));
    CHECK(near(zero[0] - ys[3], 100 * per_gflop, kPixel));
    CHECK(near(zero[0] - ys[4], 25 * per_gflop, kPixel));
    const auto bars = all(svg, R"-(<line class="bar"[^>]* y1="([0-9.]+)")-");
    const auto ends = all(svg, R"-(<line class="bar"[^>]* y2="([0-9.]+)")-");
    REQUIRE(bars.size() == 9);  // a bar and its two ends
    CHECK(near(zero[0] - bars[0], 40 * per_gflop, kPixel));
    CHECK(near(zero[0] - ends[0], 60 * per_gflop, kPixel));
}

TEST_CASE("a chart is well-formed, with title, units, legend and notes") {
    const auto svg = inline_svg(made_chart());
    CHECK(WellFormed::problem(svg) == "");
    CHECK(WellFormed::problem(svg + "<b><i></b></i>") != "");  // it can fail
    for (const char* text :
         {"16 &amp; 32 &lt;sites&gt;", ">T [sites]<", ">GFLOP/s<", ">gpu<",
          ">dynamic &quot;d&quot;<", ">16<", ">64<", "<title>b</title>"}) {
        CAPTURE(text);
        CHECK(svg.find(text) != std::string::npos);
    }
    const auto file = standalone_svg(std::vector{made_chart(), made_chart()});
    CHECK(WellFormed::problem(file) == "");
    CHECK(count(file, "class=\"chart\"") == 2);
    CHECK(count(file, "<style>") == 1);
}

TEST_CASE("on logarithmic axes a power law is straight, and 0 is a gap") {
    LineChart chart{"t", "x", "y", {{"", 0, {}}}, LineChart::Axes::decades};
    for (int k = 0; k < 5; ++k) {
        const double y = k == 3 ? 0 : std::pow(100, -k);
        chart.series[0].points.push_back({std::pow(10, k), y, y, y, "p"});
    }
    const auto svg = inline_svg(chart);
    CHECK(WellFormed::problem(svg) == "");
    // Ends of both axes, and halfway on both; then alone, after the gap.
    for (const char* path : {"d=\"M64.0,42.0L", "L342.0,172.0M620.0,302.0\""}) {
        CAPTURE(path);
        CHECK(svg.find(path) != std::string::npos);
    }
    CHECK(count(svg, "class=\"marker\"") == 4);
    // The same with an exponential where x is linear, and 0 a place on it.
    chart.axes = LineChart::Axes::fall;
    for (auto& point : chart.series[0].points) point.x = std::log10(point.x);
    const auto fall = inline_svg(chart);
    CHECK(fall.find("d=\"M64.0,42.0L") != std::string::npos);
    CHECK(fall.find("L342.0,172.0M620.0,302.0\"") != std::string::npos);
}

TEST_CASE("a chart of nothing, or of zeros, has axes") {
    for (const auto axes : {LineChart::Axes::sizes, LineChart::Axes::decades,
                            LineChart::Axes::linear, LineChart::Axes::fall})
        for (const bool empty : {true, false}) {
            LineChart chart{"t", "x", "y", {{"", 0, {}}}, axes};
            if (!empty) chart.series[0].points = {{1, 0, 0, 0, ""}};
            const auto svg = inline_svg(chart);
            CHECK(WellFormed::problem(svg) == "");
            CHECK(svg.find("nan") == std::string::npos);
            CHECK(svg.find("inf") == std::string::npos);
            CHECK(count(svg, "class=\"axis\"") >= 1);
        }
}
