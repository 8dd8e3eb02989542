// The spinor, or another record, of one site of a field in tiles (layout.hpp)
// as numbers in the order (spin)(colour)(re, im), whatever the field stores:
// for kernels that work on sites without their neighbours, on host and device.
#pragma once

#include <bit>
#include <cstdint>

#include "codelets/wilson/layout.hpp"
#include "codelets/wilson/target.hpp"
#include "runtime/gpu/code.hpp"

namespace tasuki::wilson {

/// Of a field over one parity or over both, or of a face, site by site.
template <class T, int kReals = kSpinorReals>
class SiteOf {
  public:
    using N = Compute<T>;
    static constexpr bool kFixed = std::is_same_v<T, Fixed16>;

    TASUKI_HD SiteOf(T* field, std::size_t site)
        : tile_{field + site / kTile * Layout::kTileReals},
          lane_{static_cast<int>(site % kTile)} {}

    TASUKI_HD void load(N* r) const {
        N scale = 1;
        if constexpr (kFixed) scale = *this->scale() * (1 / kFixedOne);
        TASUKI_UNROLL(18)
        for (int g = 0; g < kGroups; ++g) {
            const Group group = *this->group(g);
            TASUKI_UNROLL(8)
            for (int k = 0; k < kVector; ++k)
                r[g * kVector + k] = kFixed ? scale * static_cast<N>(group.r[k])
                                            : static_cast<N>(group.r[k]);
        }
        if constexpr (Layout::kRest != 0) {
            const Rest rest = *this->rest();
            TASUKI_UNROLL(8)
            for (int k = 0; k < Layout::kRest; ++k)
                r[kGroups * kVector + k] = scale * static_cast<N>(rest.r[k]);
        }
    }
    /// In fixed point the largest component becomes 32767.  NaN and infinity
    /// make the scale, and so the site, NaN.
    TASUKI_HD void store(const N* r) const {
        N factor = 1;
        if constexpr (kFixed) factor = store_scale(r);
        TASUKI_UNROLL(18)
        for (int g = 0; g < kGroups; ++g) {
            Group group;
            TASUKI_UNROLL(8)
            for (int k = 0; k < kVector; ++k) {
                if constexpr (kFixed)
                    group.r[k] = nearest(factor * r[g * kVector + k]);
                else
                    group.r[k] = r[g * kVector + k];
            }
            *this->group(g) = group;
        }
        if constexpr (Layout::kRest != 0) {
            Rest rest;
            TASUKI_UNROLL(8)
            for (int k = 0; k < Layout::kRest; ++k)
                rest.r[k] = nearest(factor * r[kGroups * kVector + k]);
            *this->rest() = rest;
        }
    }

  private:
    using Layout = ScaledRecord<T, kReals>;
    static_assert(Layout::kRest == 0 || kFixed);
    static constexpr int kVector = Layout::kVector;
    static constexpr int kGroups = Layout::kGroups;
    struct alignas(16) Group {
        T r[kVector];
    };
    struct alignas(8) Rest {
        T r[4];
    };

    TASUKI_HD Group* group(int g) const {
        return reinterpret_cast<Group*>(tile_ + Layout::group(g, lane_));
    }
    TASUKI_HD Rest* rest() const {
        static_assert(Layout::kRest == 4);
        return reinterpret_cast<Rest*>(tile_ + Layout::rest(lane_));
    }
    TASUKI_HD float* scale() const {
        return reinterpret_cast<float*>(tile_ + Layout::scale(lane_));
    }
    /// @return 32767 / the scale, or 0
    TASUKI_HD float store_scale(const float* r) const {
        float largest = 0, poison = 0;
        TASUKI_UNROLL(36)
        for (int k = 0; k < kReals; ++k) {
            const float size = r[k] < 0 ? -r[k] : r[k];
            largest = size > largest ? size : largest;
            poison += 0 * size;
        }
        *scale() = largest + poison;
        return largest > 0 ? kFixedOne / largest : 0;
    }
    /// The nearest whole number, for |x| < 2^22: the sum has a unit in the last
    /// place of one, so its low bits are that number.
    TASUKI_HD static Fixed16 nearest(float x) {
        const float sum = x + 12582912.0f;  // 1.5 * 2^23
        return static_cast<Fixed16>(std::bit_cast<std::uint32_t>(sum));
    }

    T* tile_;
    int lane_;
};

/// The spinor, or half-spinor, of a site, in registers.
template <class T, int kReals = kSpinorReals>
struct SiteReals {
    Compute<T> r[kReals];

    SiteReals() = default;
    TASUKI_HD SiteReals(const T* field, std::size_t site) {
        SiteOf<T, kReals>{const_cast<T*>(field), site}.load(r);
    }
    TASUKI_HD void store(T* field, std::size_t site) const {
        SiteOf<T, kReals>{field, site}.store(r);
    }
};

/// Sites in an array of so many reals, which counts scales as two.
template <class T>
constexpr std::size_t sites_in(std::size_t reals) {
    return reals / SpinorRecord<T>::kTileReals * kTile;
}

}  // namespace tasuki::wilson
