// Stores an SU(3) matrix in its place in a tile, as 18 reals or, without its
// third row, as 12: on host and device with the same bits.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/wilson/layout.hpp"
#include "runtime/gpu/code.hpp"

namespace tasuki::wilson {

/// @param values  (kReals / 2)
template <class T, int kReals>
TASUKI_HD void put_record(const lattice::Complex* values, T* tile, int lane) {
    for (int c = 0; c < kReals; ++c) {
        const lattice::Complex& value = values[c / 2];
        tile[Record<T, kReals>::offset(c, lane)] =
            static_cast<T>(c % 2 == 0 ? value.real() : value.imag());
    }
}

/// In 16-bit fixed point: multiples of largest / 32767.
template <int kReals>
TASUKI_HD void put_fixed(const lattice::Complex* values, double largest,
                         Fixed16* tile, int lane) {
    const double factor = largest > 0 ? kFixedOne / largest : 0;
    for (int c = 0; c < kReals; ++c) {
        const lattice::Complex& value = values[c / 2];
        const double real = c % 2 == 0 ? value.real() : value.imag();
        const double q =
            factor == 0
                ? 0
                : std::clamp<double>(factor * real, -kFixedOne, kFixedOne);
        tile[Record<Fixed16, kReals>::offset(c, lane)] =
            static_cast<Fixed16>(std::lrint(q));
    }
}

/// @tparam kLinkReals  18 or 12
template <class T, int kLinkReals>
TASUKI_HD void put_rows(const lattice::Matrix3& u, T* tile, int lane) {
    static_assert(kLinkReals == 18 || kLinkReals == 12);
    if constexpr (std::is_same_v<T, Fixed16>)
        put_fixed<kLinkReals>(u.e.data(), 1, tile, lane);
    else
        put_record<T, kLinkReals>(u.e.data(), tile, lane);
}

}  // namespace tasuki::wilson
