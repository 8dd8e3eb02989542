// Neighbours of a run of sites where a tile is one cell: whole tiles again.
#if defined(TASUKI_WILSON_TILE_ACCESS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_TILE_ACCESS_INL
#undef TASUKI_WILSON_TILE_ACCESS_INL
#else
#define TASUKI_WILSON_TILE_ACCESS_INL
#endif

#include "codelets/wilson/hopping/cpu_block-inl.hpp"
#include "codelets/wilson/hopping/tile_reals-inl.hpp"

TASUKI_TARGET_BEGIN

/// Rows of the links of a tile, each loaded where it is used.
template <class N, int kLinkReals, bool kExchanged>
struct LinkRows {
    const N* tile;
    int first;
    const LaneExchange<N>& exchange;

    using Half = HalfSpinor<Lanes<N>>;
    TASUKI_FN const Half& before(const Half& h) const { return h; }
    TASUKI_FN const Half& after(const Half& g) const { return g; }
    template <int kRow>
    TASUKI_FN Row<Lanes<N>> row() const {
        if constexpr (6 * kRow < kLinkReals) {
            Lanes<N> r[6];
            load_part<kLinkReals, 6 * kRow>(tile, first, r);
            Row<Lanes<N>> row;
            TASUKI_UNROLL(3)
            for (int c = 0; c < 3; ++c) {
                row.e[c] = {r[2 * c], r[2 * c + 1]};
                if constexpr (kExchanged)
                    row.e[c] = {exchange(row.e[c].re), exchange(row.e[c].im)};
            }
            return row;
        } else {
            return third_row(row<0>(), row<1>());
        }
    }
};

/// The links of a tile: row by row where rows are stored.
template <bool kExchanged, class T, int kLinkReals>
TASUKI_FN auto links_of(const T* tile, int first,
                        const LaneExchange<Compute<T>>& exchange) {
    using N = Compute<T>;
    if constexpr (kLinkReals == 8 || std::is_same_v<T, Fixed16>) {
        Lanes<N> r[kLinkReals];
        load_reals<kLinkReals, 0>(tile, first, r);
        if constexpr (kExchanged)
            for (auto& lanes : r) lanes = exchange(lanes);
        return link_of<T>(r);
    } else {
        return LinkRows<N, kLinkReals, kExchanged>{tile, first, exchange};
    }
}

/// Access of hop-inl.hpp where a tile is one cell of eight lanes.
template <class T, int kLinkReals>
class TileAccess {
  public:
    using Block = CpuBlock<T, kLinkReals>;
    using N = Compute<T>;
    static constexpr bool kFixed = std::is_same_v<T, Fixed16>;

    /// @param next  the cell whose data are asked for meanwhile
    TASUKI_FN TileAccess(const Block& block, const Cell& cell, const Cell& next,
                         int first)
        : block_{block},
          cell_{cell},
          next_{next},
          tile_{cell_index(block.geometry, cell.xh, cell.y, cell.z, cell.t)},
          first_{first} {}

    template <int kMu, int kSign, class Body>
    TASUKI_FN void visit(const Body& body) const {
        const Geometry& g = block_.geometry;
        const Step step = neighbour<kMu, kSign>(g, cell_);
        if (!step.crosses) {
            body(Near<kMu, kSign, false>{block_, 1 - cell_.parity, step.cell,
                                         first_});
            return;
        }
        if (g.cut[kMu] != 0 && g.lane_bit[kMu] == 0) return;
        body(Near<kMu, kSign, true>{block_, 1 - cell_.parity, step.cell,
                                    first_});
    }
    template <int kMu>
    TASUKI_FN auto link_here() const {
        return links_of<false, T, kLinkReals>(
            block_.link_tile(cell_.parity, tile_, kMu), first_,
            block_.exchange[kMu]);
    }

    /// All that this term of the next cell reads: records are too short a run
    /// of memory for the hardware's prefetchers to follow.
    template <int kMu, int kSign>
    TASUKI_FN void ahead() const {
        if (first_ != 0) return;
        const Geometry& g = block_.geometry;
        const int other = 1 - next_.parity;
        const int near = neighbour<kMu, kSign>(g, next_).cell;
        constexpr std::size_t half = Block::kSpinorTile / 2;  // two spins
        const bool lower = (kSign > 0) != block_.sweep.dagger;
        const T* spinor = block_.spinor_tile(other, near);
        if constexpr (kMu == kT)
            prefetch<half>(spinor + (lower ? half : 0));
        else
            prefetch<Block::kSpinorTile>(spinor);
        if constexpr (kSign < 0) {
            prefetch<Block::kLinkTile>(block_.link_tile(other, near, kMu));
        } else {
            const int here = cell_index(g, next_.xh, next_.y, next_.z, next_.t);
            prefetch<Block::kLinkTile>(
                block_.link_tile(next_.parity, here, kMu));
        }
    }

    TASUKI_FN void own_spinor(Lanes<N> (&r)[24]) const {
        const T* x = block_.x_tile(cell_.parity, tile_);
        load_spinor(x, first_, block_.sweep.dagger, r);
        multiply_by_scales(x, first_, r);
    }
    TASUKI_FN void store(const Lanes<N> (&r)[24]) const {
        store_spinor<true>(block_.out_tile(cell_.parity, tile_), first_,
                           block_.sweep.dagger, r);
    }
    TASUKI_FN bool has_sums() const {
        return block_.fields.tile_sums != nullptr;
    }
    TASUKI_FN void add(const Lanes<N>& norm2) const {
        add_to_tile(norm2, first_, block_.fields.tile_sums + tile_);
    }

  private:
    /// The neighbour tile; with its lanes exchanged where the step crosses
    /// from one sub-block to another.
    template <int kMu, int kSign, bool kCrosses>
    class Near {
      public:
        TASUKI_FN Near(const Block& block, int parity, int cell, int first)
            : block_{block},
              parity_{parity},
              cell_{cell},
              first_{first},
              run_{kCrosses ? block.exchange[kMu].run(first) : first} {}

        TASUKI_FN HalfSpinor<Lanes<N>> half_spinor() const {
            const T* tile = block_.spinor_tile(parity_, cell_);
            const bool swapped = block_.sweep.dagger;
            Spinor<Lanes<N>> p;
            if constexpr (kMu == kT) {
                // The neighbour ahead gives its lower two spins.
                Lanes<N> r[12];
                load_half_spinor(tile, run_, (kSign > 0) != swapped, r);
                exchange(r);
                spins_from<(kSign > 0 ? 2 : 0), 2>(p, r);
            } else {
                Lanes<N> r[24];
                load_spinor(tile, run_, swapped, r);
                exchange(r);
                spins_from<0, 4>(p, r);
            }
            auto h = project<kMu, -kSign>(p);
            if constexpr (kMu != kT && kCrosses && !kFixed) {
                if (block_.geometry.cut[kMu] != 0) {
                    const Lanes<N> w = weight();
                    for (auto& spin : h.s)
                        for (auto& c : spin) c = {c.re * w, c.im * w};
                }
            }
            return h;
        }
        TASUKI_FN auto link() const {
            return links_of<kCrosses, T, kLinkReals>(
                block_.link_tile(parity_, cell_, kMu), run_,
                block_.exchange[kMu]);
        }
        /// In fixed point with the scales of the spinor and of the link.
        TASUKI_FN auto factor() const {
            if constexpr (kFixed) {
                Lanes<N> f[1] = {
                    load_scales(block_.spinor_tile(parity_, cell_), run_)};
                exchange(f);
                f[0] = f[0] * broadcast(kLinkUnit<kLinkReals> / kFixedOne *
                                        (kMu == kT ? 2 : 1));
                if constexpr (kCrosses) f[0] = f[0] * weight();
                return f[0];
            } else {
                const Lanes<N> two = broadcast(N{2});
                return factor_in_t_only<kMu>(
                    kMu == kT && kCrosses ? two * weight() : two);
            }
        }

      private:
        template <int kCount>
        TASUKI_FN void exchange(Lanes<N> (&r)[kCount]) const {
            if constexpr (kCrosses)
                for (auto& lanes : r) lanes = block_.exchange[kMu](lanes);
        }
        TASUKI_FN Lanes<N> weight() const {
            return {hn::Load(typename Lanes<N>::Tag{},
                             block_.weight[kMu][kSign > 0] + first_)};
        }

        const Block& block_;
        int parity_, cell_, first_, run_;
    };

    /// Into the second level: the first has no room for two cells.
    template <std::size_t kReals>
    TASUKI_FN static void prefetch(const T* from) {
        constexpr std::size_t line = 64 / sizeof(T);
        TASUKI_UNROLL(24)
        for (std::size_t i = 0; i < kReals; i += line)
            __builtin_prefetch(from + i, 0, 2);
    }

    const Block& block_;
    Cell cell_, next_;
    int tile_;
    int first_;
};

TASUKI_TARGET_END

#endif
