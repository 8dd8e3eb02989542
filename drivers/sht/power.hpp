// How the variance of a field is spread over degrees.
#pragma once

#include <string>
#include <vector>

#include "io/sphere/normalization.hpp"

namespace tasuki::drivers {

/// (M + 1): sum over m of |s_l^m|^2, those of m > 0 twice: what degree l adds
/// to the integral of the square over the sphere.
std::vector<double> power_of_degrees(const io::Coefficients& coefficients,
                                     int degrees);

/// Columns l, power, and power / (4 pi), which is what the degree adds to the
/// mean of the square: its variance, for l > 0.
std::string power_table(const std::vector<double>& power);
/// Variance over degree from 1 on, both axes logarithmic.
std::string power_chart(const std::vector<double>& power,
                        const std::string& title, const std::string& unit);
/// A chart for `.svg`, else the table.  Complete or not at all.
/// @throws UsageError  it cannot be written
void write_power(const std::string& path, const std::vector<double>& power,
                 const std::string& title, const std::string& unit);

}  // namespace tasuki::drivers
