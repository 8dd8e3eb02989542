// Access of hop-inl.hpp for one site: a GPU thread.
#pragma once

#include "codelets/wilson/hopping/fixed_reals.hpp"
#include "codelets/wilson/hopping/sweep.hpp"
#include "codelets/wilson/tile_sums/tile_sums.hpp"

namespace tasuki::wilson::on_gpu {

/// @tparam kLinks    links are read twice where both parities are swept
///                   together
/// @tparam kSwapped  fixed point only: the adjoint, with the halves of spinors
///                   exchanged.  Numbers of other types exchange them by their
///                   addresses.
template <class T, int kLinkReals, Reuse kLinks, bool kSwapped>
class SiteAccess {
  public:
    using N = Compute<T>;
    static constexpr bool kFixed = std::is_same_v<T, Fixed16>;

    TASUKI_DEVICE SiteAccess(const Sweep& sweep, const SweepFields<T>& fields,
                             const Cell& cell, int lane)
        : sweep_{sweep},
          fields_{fields},
          // Not fields.in[1 - cell.parity]: that would put the arrays into
          // local memory.
          in_{cell.parity == 0 ? fields.in[1] : fields.in[0]},
          cell_{cell},
          lane_{lane},
          index_{index_of(
              cell_index(sweep.geometry, cell.xh, cell.y, cell.z, cell.t),
              lane)} {}

    template <int kMu, int kSign, class Body>
    TASUKI_DEVICE void visit(const Body& body) const {
        const Geometry& g = sweep_.geometry;
        const Step s = neighbour<kMu, kSign>(g, cell_);
        const bool leaves = s.crosses && leaves_block<kMu, kSign>(g, lane_);
        if (leaves && g.cut[kMu] != 0) return;
        const int lane = s.crosses ? lane_ ^ g.lane_bit[kMu] : lane_;
        body(Near<kMu, kSign>{*this, index_of(s.cell, lane), leaves});
    }
    template <int kMu>
    TASUKI_DEVICE auto link_here() const {
        return link<kMu>(cell_.parity, index_);
    }
    template <int kMu, int kSign>
    TASUKI_DEVICE void ahead() const {}

    TASUKI_DEVICE void own_spinor(N (&r)[24]) const {
        const T* x = cell_.parity == 0 ? fields_.x[0] : fields_.x[1];
        const T* tile = x + spinor_offset(index_);
        if constexpr (kFixed) {
            const float scale = scale_of(tile, lane_of(index_)) / kFixedOne;
            unsigned words[12];
            load_words<24, 0, 3>(tile, lane_of(index_), words);
            TASUKI_UNROLL(12)
            for (int k = 0; k < 12; ++k) {
                const auto z =
                    unpacked(complex_in(words[kSwapped ? (k + 6) % 12 : k]));
                r[2 * k] = z.re * scale;
                r[2 * k + 1] = z.im * scale;
            }
        } else {
            load_halves(tile, lane_of(index_), r);
        }
    }
    TASUKI_DEVICE void store(const N (&r)[24]) const {
        T* out = cell_.parity == 0 ? fields_.out[0] : fields_.out[1];
        T* tile = out + spinor_offset(index_);
        const int lane = lane_of(index_);
        if constexpr (kFixed) {
            store_fixed<kSwapped>(tile, lane, r);
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
    TASUKI_DEVICE bool has_sums() const { return fields_.tile_sums != nullptr; }
    TASUKI_DEVICE void add(N norm2) const {
        store_tile_sum(fields_.tile_sums, index_, norm2);
    }

  private:
    template <int kMu, int kSign>
    struct Near {
        const SiteAccess& at;
        unsigned index;
        bool wraps;

        /// The same neighbour in the fields of another access.
        TASUKI_DEVICE Near in(const SiteAccess& other) const {
            return {other, index, wraps};
        }
        TASUKI_DEVICE HalfSpinor<N> half_spinor() const {
            const T* tile = at.in_ + spinor_offset(index);
            const int lane = lane_of(index);
            if constexpr (kFixed) {
                return project<kMu, -kSign>(
                    load_packed<kMu, kSign, kSwapped>(tile, lane));
            } else {
                Spinor<N> p;
                if constexpr (kMu == kT) {
                    // The neighbour ahead gives its lower two spins.
                    constexpr int half = kSpinorReals / 2 * kTile;
                    const bool second = (kSign > 0) != at.sweep_.dagger;
                    N r[12];
                    load_reals<12, 0>(tile + (second ? half : 0), lane, r);
                    spins_from<(kSign > 0 ? 2 : 0), 2>(p, r);
                } else {
                    N r[24];
                    at.load_halves(tile, lane, r);
                    spins_from<0, 4>(p, r);
                }
                return project<kMu, -kSign>(p);
            }
        }
        TASUKI_DEVICE auto link() const {
            return at.template link<kMu>(1 - at.cell_.parity, index);
        }
        /// In fixed point with the scales of the spinor and of the link.
        TASUKI_DEVICE auto factor() const {
            const N in_t = kMu == kT && wraps ? N(2 * at.sweep_.t_sign) : N(2);
            if constexpr (kFixed) {
                const float scale =
                    scale_of(at.in_ + spinor_offset(index), lane_of(index)) *
                    (kLinkUnit<kLinkReals> / kFixedOne);
                return kMu == kT ? in_t * scale : scale;
            } else {
                return factor_in_t_only<kMu>(in_t);
            }
        }
    };

    TASUKI_DEVICE unsigned index_of(int cell, int lane) const {
        return static_cast<unsigned>(cell) *
                   static_cast<unsigned>(sweep_.geometry.lanes) +
               static_cast<unsigned>(lane);
    }
    TASUKI_DEVICE static int lane_of(unsigned index) {
        return static_cast<int>(index % kTile);
    }
    TASUKI_DEVICE static std::size_t spinor_offset(unsigned index) {
        return static_cast<std::size_t>(index / kTile) *
               SpinorRecord<T>::kTileReals;
    }
    template <int kMu>
    TASUKI_DEVICE auto link(int parity, unsigned index) const {
        const unsigned tiles =
            static_cast<unsigned>(sweep_.geometry.half_volume) / kTile;
        const unsigned tile = (parity == 0 ? 0 : tiles) + index / kTile;
        const T* at = fields_.u + (std::size_t{tile} * 4 + kMu) *
                                      LinkRecord<T, kLinkReals>::kTileReals;
        if constexpr (kFixed)
            return load_fixed_link<kLinkReals>(at, lane_of(index));
        else
            return load_link<kLinkReals, kLinks>(at, lane_of(index));
    }

    /// With the halves exchanged for the adjoint: g_5, up to a sign.
    TASUKI_DEVICE void load_halves(const T* tile, int lane, N (&r)[24]) const {
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

    const Sweep& sweep_;
    const SweepFields<T>& fields_;
    const T* in_;
    Cell cell_;
    int lane_;
    unsigned index_;
};

}  // namespace tasuki::wilson::on_gpu
