// The colours of Okabe and Ito, darker on white and lighter on black so that
// each has a contrast of at least 3 to 1, after M. Okabe and K. Ito, Color
// Universal Design (2008).
#include "views/charts/line_chart.hpp"

namespace tasuki::views {

// Classes with a colour each, and no CSS variables: what turns a file into
// paper or pixels often does not know them.
std::string_view chart_style() {
    return R"(
.chart { font: 12px system-ui, "DejaVu Sans", Helvetica, sans-serif; }
.chart .page { fill: #ffffff; }
.chart .heading { font-size: 14px; font-weight: 600; fill: #1a1a1a; }
.chart .word { fill: #3d3d3d; }
.chart .axis { stroke: #6b6b6b; stroke-width: 1; }
.chart .grid { stroke: #dddddd; stroke-width: 1; }
.chart .line { stroke-width: 1.8; }
.chart path.line { fill: none; }
.chart .bar { stroke-width: 1.2; opacity: .75; }
.chart .marker { stroke-width: 1.6; }
.chart .style5 .marker, .chart .style6 .marker { fill: none; }
.chart .style1 .line { stroke-dasharray: 7 3; }
.chart .style2 .line { stroke-dasharray: 2 3; }
.chart .style3 .line { stroke-dasharray: 8 3 2 3; }
.chart .style5 .line { stroke-dasharray: 4 3; }
.chart .again .line { stroke-dasharray: 1 4; }
.chart .style0 * { stroke: #0072b2; fill: #0072b2; }
.chart .style1 * { stroke: #c44e00; fill: #c44e00; }
.chart .style2 * { stroke: #00805f; fill: #00805f; }
.chart .style3 * { stroke: #a8437f; fill: #a8437f; }
.chart .style4 * { stroke: #a06a00; fill: #a06a00; }
.chart .style5 * { stroke: #1a1a1a; fill: #1a1a1a; }
.chart .style6 * { stroke: #2f7fb5; fill: #2f7fb5; }
.chart .style7 * { stroke: #6b6b6b; fill: #6b6b6b; }
@media screen and (prefers-color-scheme: dark) {
  .chart .page { fill: #16191d; }
  .chart .heading { fill: #f0f0f0; }
  .chart .word { fill: #c8ccd0; }
  .chart .axis { stroke: #9aa0a6; }
  .chart .grid { stroke: #33383e; }
  .chart .style0 * { stroke: #56b4e9; fill: #56b4e9; }
  .chart .style1 * { stroke: #ff8a4c; fill: #ff8a4c; }
  .chart .style2 * { stroke: #33c99e; fill: #33c99e; }
  .chart .style3 * { stroke: #e79ac6; fill: #e79ac6; }
  .chart .style4 * { stroke: #f0b429; fill: #f0b429; }
  .chart .style5 * { stroke: #f0f0f0; fill: #f0f0f0; }
  .chart .style6 * { stroke: #a5d3f5; fill: #a5d3f5; }
  .chart .style7 * { stroke: #a6acb3; fill: #a6acb3; }
}
)";
}

}  // namespace tasuki::views
