#include "drivers/solve/jackknife.hpp"

#include <cmath>
#include <cstddef>

namespace tasuki::drivers {

Estimate jackknife(
    const std::vector<std::vector<double>>& samples,
    const std::function<std::optional<double>(const std::vector<double>&)>& f) {
    const std::size_t count = samples.size();
    const auto n = static_cast<double>(count);
    std::vector<double> sum(samples.front().size());
    for (const auto& sample : samples)
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += sample[k];
    auto mean = sum;
    for (double& m : mean) m /= n;
    Estimate estimate{f(mean), {}};
    if (count < 2 || !estimate.value) return estimate;
    std::vector<double> without(count);
    double middle = 0;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < sum.size(); ++k)
            mean[k] = (sum[k] - samples[i][k]) / (n - 1);
        const auto value = f(mean);
        if (!value) return estimate;
        without[i] = *value;
        middle += *value / n;
    }
    double squares = 0;
    for (const double value : without)
        squares += (value - middle) * (value - middle);
    estimate.error = std::sqrt((n - 1) / n * squares);
    return estimate;
}

}  // namespace tasuki::drivers
