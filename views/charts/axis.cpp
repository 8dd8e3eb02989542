#include "views/charts/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tasuki::views {

namespace {

/// Without the digits that rounding adds to 3 times 0.2.
std::string label(double value) {
    return fmt::format("{:.12g}", value);
}

/// Powers of ten that are short are written out.
std::string power_of_ten(int exponent) {
    return exponent >= -2 && exponent <= 4
               ? fmt::format("{:g}", std::pow(10, exponent))
               : fmt::format("1e{}", exponent);
}

}  // namespace

std::vector<double> axis_marks(double greatest) {
    const double power = std::pow(10, std::floor(std::log10(greatest / 4)));
    double step = 10 * power;
    for (const double times : {5.0, 2.5, 2.0, 1.0})
        if (greatest <= 7 * times * power) step = times * power;
    std::vector<double> marks{0};
    while (marks.back() < greatest)
        marks.push_back(static_cast<double>(marks.size()) * step);
    return marks;
}

Axis Axis::from_zero(double greatest) {
    Axis axis;
    axis.logarithmic_ = false;
    for (const double value : axis_marks(greatest > 0 ? greatest : 1))
        axis.marks_.push_back({value, label(value)});
    axis.to_ = axis.marks_.back().value;
    return axis;
}

Axis Axis::of_values(const std::set<double>& values) {
    Axis axis;
    for (const double value : values)
        axis.marks_.push_back({value, label(value)});
    if (values.empty()) return axis;
    axis.from_ = axis.position(*values.begin());
    axis.to_ = axis.position(*values.rbegin());
    return axis;
}

Axis Axis::of_decades(const std::set<double>& values) {
    // What is further below the greatest value is left by rounding.
    constexpr int kMost = 24;
    constexpr int kMarks = 8;
    int first = 0, last = 1;
    if (const auto above = values.upper_bound(0); above != values.end()) {
        last = static_cast<int>(std::ceil(std::log10(*values.rbegin())));
        first = std::max(static_cast<int>(std::floor(std::log10(*above))),
                         last - kMost);
        last = std::max(last, first + 1);
    }
    Axis axis;
    axis.from_ = first;
    axis.to_ = last;
    const int apart = (last - first + kMarks - 1) / kMarks;
    for (int k = first; k <= last; k += apart)
        axis.marks_.push_back({std::pow(10, k), power_of_ten(k)});
    return axis;
}

double Axis::position(double value) const {
    return logarithmic_ ? std::log10(value) : value;
}

double Axis::part(double value) const {
    return to_ > from_ ? (position(value) - from_) / (to_ - from_) : 0.5;
}

bool Axis::has(double value) const {
    // A value of the first decade may be a rounding below its power of ten.
    return !logarithmic_ || (value > 0 && part(value) >= -1e-9);
}

}  // namespace tasuki::views
