#include "codelets/sphere/orders.hpp"

#include <algorithm>

namespace tasuki::sphere {

Orders::Orders(const Truncation& truncation, int rank, int ranks)
    : truncation_{truncation} {
    for (int m = 0; m <= truncation.orders; ++m) {
        if (std::min(m, truncation.orders - m) % ranks != rank) continue;
        const int terms = (truncation.count(m) + 1) / 2;
        const int padded = (terms + kTermStep - 1) / kTermStep * kTermStep;
        list_.push_back({m, padded, static_cast<std::uint32_t>(terms_),
                         static_cast<std::uint32_t>(coefficients_)});
        terms_ += static_cast<std::size_t>(padded);
        coefficients_ += static_cast<std::size_t>(truncation.count(m));
    }
}

}  // namespace tasuki::sphere
