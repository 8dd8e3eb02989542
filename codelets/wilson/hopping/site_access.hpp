// Access of hop-inl.hpp for one site: a GPU thread.
#pragma once

#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/gpu_access.hpp"
#include "codelets/wilson/hopping/sweep.hpp"

namespace tasuki::wilson::on_gpu {

/// @tparam kLinks  links are read twice where both parities are swept together
template <class T, int kLinkReals, Reuse kLinks>
class SiteAccess {
  public:
    using N = Compute<T>;
    static constexpr bool kFixed = std::is_same_v<T, Fixed16>;

    TASUKI_HD SiteAccess(const Sweep& sweep, const SweepFields<T>& fields,
                         const Cell& cell, int lane)
        : sweep_{sweep},
          // Not fields.in[1 - cell.parity]: that would put the arrays into
          // local memory.
          in_{cell.parity == 0 ? fields.in[1] : fields.in[0]},
          x_{cell.parity == 0 ? fields.x[0] : fields.x[1]},
          out_{cell.parity == 0 ? fields.out[0] : fields.out[1]},
          u_{fields.u},
          cell_{cell},
          lane_{lane},
          index_{cell_index(sweep.geometry, cell.xh, cell.y, cell.z, cell.t) *
                     sweep.geometry.lanes +
                 lane} {}

    template <int kMu, int kSign, class Body>
    TASUKI_HD void visit(const Body& body) const {
        const Geometry& g = sweep_.geometry;
        const Step s = neighbour<kMu, kSign>(g, cell_);
        const bool leaves = s.crosses && leaves_block<kMu, kSign>(g, lane_);
        if (leaves && g.cut[kMu] != 0) return;
        const int lane = s.crosses ? lane_ ^ g.lane_bit[kMu] : lane_;
        body(Near<kMu, kSign>{*this, s.cell * g.lanes + lane, leaves});
    }
    template <int kMu>
    TASUKI_HD Link<N> link_here() const {
        return link<kMu>(cell_.parity, index_);
    }
    template <int kMu, int kSign>
    TASUKI_HD void ahead() const {}

    TASUKI_HD void own_spinor(N (&r)[24]) const {
        const T* tile = x_ + spinor_offset(index_);
        load_spinor(tile, index_ % kTile, r);
        if constexpr (kFixed) {
            const float scale = scale_of(tile, index_ % kTile);
            TASUKI_UNROLL(24)
            for (int k = 0; k < 24; ++k) r[k] *= scale;
        }
    }
    TASUKI_HD void store(const N (&r)[24]) const {
        T* tile = out_ + spinor_offset(index_);
        const int lane = index_ % kTile;
        if constexpr (kFixed) {
            store_fixed(tile, lane, r);
        } else {
            constexpr int half = kSpinorReals / 2 * kTile;
            T upper[12], lower[12];
            TASUKI_UNROLL(12)
            for (int k = 0; k < 12; ++k) {
                upper[k] = r[k];
                lower[k] = r[12 + k];
            }
            store_reals<Reuse::once>(tile + (sweep_.dagger ? half : 0), lane,
                                     upper);
            store_reals<Reuse::once>(tile + (sweep_.dagger ? 0 : half), lane,
                                     lower);
        }
    }

  private:
    template <int kMu, int kSign>
    struct Near {
        const SiteAccess& at;
        int index;
        bool wraps;

        TASUKI_HD Spinor<N> spins() const {
            const T* tile = at.in_ + at.spinor_offset(index);
            const int lane = index % kTile;
            Spinor<N> p;
            if constexpr (kMu == kT) {
                // The neighbour ahead gives its lower two spins.
                N r[12];
                at.load_two_spins(tile, lane, (kSign > 0) != at.sweep_.dagger,
                                  r);
                spins_from<(kSign > 0 ? 2 : 0), 2>(p, r);
            } else {
                N r[24];
                at.load_spinor(tile, lane, r);
                spins_from<0, 4>(p, r);
            }
            return p;
        }
        TASUKI_HD Link<N> link() const {
            return at.template link<kMu>(1 - at.cell_.parity, index);
        }
        /// The scale of fixed point: fewer products than for four spins.
        TASUKI_HD void weigh(HalfSpinor<N>& h) const {
            if constexpr (kFixed) {
                const T* tile = at.in_ + at.spinor_offset(index);
                const float scale = scale_of(tile, index % kTile);
                TASUKI_UNROLL(6)
                for (int k = 0; k < 6; ++k) {
                    h.s[k / 3][k % 3].re *= scale;
                    h.s[k / 3][k % 3].im *= scale;
                }
            }
        }
        TASUKI_HD N t_factor() const {
            return kMu == kT && wraps ? N(2 * at.sweep_.t_sign) : N(2);
        }
    };

    TASUKI_HD std::size_t spinor_offset(int index) const {
        return static_cast<std::size_t>(index / kTile) *
               SpinorRecord<T>::kTileReals;
    }
    template <int kMu>
    TASUKI_HD Link<N> link(int parity, int index) const {
        const int tiles = sweep_.geometry.half_volume / kTile;
        const std::size_t tile =
            static_cast<std::size_t>(parity * tiles + index / kTile) * 4 + kMu;
        return load_link<T, kLinkReals, kLinks>(
            u_ + tile * LinkRecord<T, kLinkReals>::kTileReals, index % kTile);
    }

    TASUKI_HD static float scale_of(const T* tile, int lane) {
        return *reinterpret_cast<const float*>(tile +
                                               SpinorRecord<T>::scale(lane)) *
               (1 / kFixedOne);
    }
    /// With the halves exchanged for the adjoint: g_5, up to a sign.  Fixed
    /// point without its scale.
    TASUKI_HD void load_spinor(const T* tile, int lane, N (&r)[24]) const {
        if constexpr (kFixed) {
            N all[24];
            load_reals<24, 0>(tile, lane, all);
            TASUKI_UNROLL(24)
            for (int k = 0; k < 24; ++k)
                r[k] = sweep_.dagger ? all[(k + 12) % 24] : all[k];
        } else {
            constexpr int half = kSpinorReals / 2 * kTile;
            N upper[12], lower[12];
            load_reals<12, 0>(tile + (sweep_.dagger ? half : 0), lane, upper);
            load_reals<12, 0>(tile + (sweep_.dagger ? 0 : half), lane, lower);
            TASUKI_UNROLL(12)
            for (int k = 0; k < 12; ++k) {
                r[k] = upper[k];
                r[12 + k] = lower[k];
            }
        }
    }
    /// Reals [0, 12), or [12, 24) if `second`.
    TASUKI_HD void load_two_spins(const T* tile, int lane, bool second,
                                  N (&r)[12]) const {
        if constexpr (kFixed) {
            // One and a half groups: two, from the first or the second on.
            N two_groups[16];
            load_reals<16, 0>(tile + (second ? Record<T, 24>::group(1, 0) : 0),
                              lane, two_groups);
            TASUKI_UNROLL(12)
            for (int k = 0; k < 12; ++k)
                r[k] = second ? two_groups[k + 4] : two_groups[k];
        } else {
            constexpr int half = kSpinorReals / 2 * kTile;
            load_reals<12, 0>(tile + (second ? half : 0), lane, r);
        }
    }
    /// The nearest integer, for |x| < 2^22: the sum has a unit in the last
    /// place of one, so its low bits are the integer.  A conversion would take
    /// eight times as long.
    TASUKI_HD static T nearest(float x) {
        const float sum = x + 12582912.0f;  // 1.5 * 2^23
        std::int32_t bits;
        memcpy(&bits, &sum, sizeof bits);
        return static_cast<T>(bits);
    }
    /// Scales the site so that its largest component is 32767.  NaN and
    /// infinity make the scale, and so the site, NaN.
    TASUKI_HD void store_fixed(T* tile, int lane, const N (&r)[24]) const {
        float largest = 0, poison = 0;
        TASUKI_UNROLL(24)
        for (int k = 0; k < 24; ++k) {
            largest = fmaxf(largest, fabsf(r[k]));
            poison += 0 * r[k];
        }
        const float factor = largest > 0 ? kFixedOne / largest : 0;
        T q[24];
        TASUKI_UNROLL(24)
        for (int k = 0; k < 24; ++k) {
            const N number = sweep_.dagger ? r[(k + 12) % 24] : r[k];
            q[k] = nearest(number * factor);
        }
        store_reals<Reuse::once>(tile, lane, q);
        *reinterpret_cast<float*>(tile + SpinorRecord<T>::scale(lane)) =
            largest + poison;
    }

    const Sweep& sweep_;
    const T* in_;
    const T* x_;
    T* out_;
    const T* u_;
    Cell cell_;
    int lane_;
    int index_;
};

}  // namespace tasuki::wilson::on_gpu
