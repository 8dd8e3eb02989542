#include "graphs/sphere/transform/memory.hpp"

#include <algorithm>

#include "codelets/sphere/fourier/fourier.hpp"
#include "codelets/sphere/orders.hpp"
#include "codelets/sphere/recurrence.hpp"
#include "codelets/sphere/start/start.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;

double fft_bytes_of_row(int longitudes) {
    int rest = longitudes;
    for (int factor = 2; factor <= 127; ++factor)
        while (rest % factor == 0) rest /= factor;
    const double halves = rest > 1 ? 9 : longitudes % 2 == 0 ? 1 : 2;
    return halves * longitudes / 2 * sizeof(sp::Complex);
}

TransformBytes transform_bytes(const sp::Truncation& truncation,
                               const sp::Grid& grid, int ranks, double part,
                               int workers) {
    const sp::Orders orders{truncation, 0, ranks};
    const auto terms = static_cast<double>(orders.terms());
    const auto count = static_cast<double>(orders.size());
    const double rows = grid.latitudes * part / ranks;
    const double groups = 0.5 * grid.latitudes * part / sp::kGroup + 1;
    // Ranks exchange all latitudes in some orders for some in all.
    const double pitch =
        ranks > 1 ? sp::fourier::pitch_for(
                        static_cast<std::uint32_t>(grid.longitudes)) +
                        2.0 * (truncation.orders + 1)
                  : sp::fourier::pitch_of(static_cast<std::uint32_t>(count));
    return {terms * (sizeof(sp::Step) + sizeof(sp::Conversion)) +
                count * groups * sizeof(sp::Start),
            static_cast<double>(orders.coefficients()) * sizeof(sp::Complex),
            rows * grid.longitudes * sizeof(double),
            rows * pitch * sizeof(sp::Complex),
            workers * terms * sizeof(sp::Term),
            workers * terms * sizeof(sp::Term),
            rows * fft_bytes_of_row(grid.longitudes)};
}

int fields_of_trials(int fields, Share share, int workers_of_all_ranks) {
    return share.is_measured() && workers_of_all_ranks > 1
               ? fields_of_trials(fields)
               : 0;
}

}  // namespace tasuki::graphs::sphere
