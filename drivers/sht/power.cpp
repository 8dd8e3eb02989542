#include "drivers/sht/power.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numbers>
#include <utility>

#include "io/atomic_file.hpp"
#include "views/charts/line_chart.hpp"

namespace tasuki::drivers {

namespace {

constexpr double kSphere = 4 * std::numbers::pi;  // its area

std::string y_label(const std::string& unit) {
    constexpr const char* what = "variance per degree";
    if (unit.empty()) return what;
    const bool is_word = std::ranges::all_of(
        unit, [](unsigned char c) { return std::isalpha(c) != 0; });
    return is_word ? fmt::format("{} [{}^2]", what, unit)
                   : fmt::format("{} [({})^2]", what, unit);
}

}  // namespace

std::vector<double> power_of_degrees(const io::Coefficients& coefficients,
                                     int degrees) {
    const auto t = sphere::triangle(degrees);
    std::vector<double> power(static_cast<std::size_t>(degrees) + 1);
    for (int m = 0; m <= degrees; ++m)
        for (int l = m; l <= degrees; ++l)
            power[static_cast<std::size_t>(l)] +=
                (m > 0 ? 2 : 1) * std::norm(coefficients[t.index(m, l)]);
    return power;
}

std::string power_table(const std::vector<double>& power) {
    std::string text = "l,power,variance\n";
    for (std::size_t l = 0; l < power.size(); ++l)
        text += fmt::format("{},{},{}\n", l, power[l], power[l] / kSphere);
    return text;
}

std::string power_chart(const std::vector<double>& power,
                        const std::string& title, const std::string& unit) {
    views::ChartSeries series{"", 0, {}};
    for (std::size_t l = 1; l < power.size(); ++l) {
        const double variance = power[l] / kSphere;
        series.points.push_back({static_cast<double>(l), variance, variance,
                                 variance,
                                 fmt::format("l = {}: {:.4g}", l, variance)});
    }
    return views::standalone_svg({title,
                                  "degree l",
                                  y_label(unit),
                                  {std::move(series)},
                                  views::LineChart::Axes::decades});
}

void write_power(const std::string& path, const std::vector<double>& power,
                 const std::string& title, const std::string& unit) {
    io::write_file(path, path.ends_with(".svg")
                             ? power_chart(power, title, unit)
                             : power_table(power));
}

}  // namespace tasuki::drivers
