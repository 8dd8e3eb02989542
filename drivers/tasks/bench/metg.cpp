#include "drivers/tasks/bench/metg.hpp"

#include <algorithm>
#include <cmath>

namespace tasuki::drivers {

double peak_rate(std::span<const Sample> samples) {
    double peak = 0;
    for (const Sample& s : samples) peak = std::max(peak, s.rate());
    return peak;
}

Metg find_metg(std::span<const Sample> samples) {
    const double peak = peak_rate(samples);
    std::size_t k = samples.size() - 1;
    while (samples[k].rate() < 0.5 * peak) --k;
    const Sample& above = samples[k];
    if (k + 1 == samples.size()) return {above.granularity, false};
    const Sample& below = samples[k + 1];
    const double e = above.rate() / peak, f = below.rate() / peak;
    const double part = (e - 0.5) / (e - f);
    return {above.granularity *
                std::pow(below.granularity / above.granularity, part),
            true};
}

bool ends_below_half(std::span<const Sample> samples, std::size_t count) {
    const double peak = peak_rate(samples);
    return std::ranges::all_of(samples.last(count), [&](const Sample& s) {
        return s.rate() < 0.5 * peak;
    });
}

}  // namespace tasuki::drivers
