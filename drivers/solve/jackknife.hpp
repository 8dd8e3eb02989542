// Errors of what is computed from means over configurations.
#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace tasuki::drivers {

struct Estimate {
    std::optional<double> value;
    std::optional<double> error;  ///< nothing of less than two samples
};

/// A function of the mean of samples, with the error that leaving out each of
/// them in turn gives,
///   error^2 = (N - 1) / N sum_i (f_i - mean of f_i)^2
/// (Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982).
/// @param samples  N lists of numbers, equally long
/// @param f        nothing where it has no value; then there is no error either
Estimate jackknife(
    const std::vector<std::vector<double>>& samples,
    const std::function<std::optional<double>(const std::vector<double>&)>& f);

}  // namespace tasuki::drivers
