// Neighbours of a run of sites in blocks too small for whole tiles: collected
// site by site.
#if defined(TASUKI_WILSON_GATHER_ACCESS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_GATHER_ACCESS_INL
#undef TASUKI_WILSON_GATHER_ACCESS_INL
#else
#define TASUKI_WILSON_GATHER_ACCESS_INL
#endif

#include "codelets/wilson/gather.hpp"
#include "codelets/wilson/hopping/cpu_block-inl.hpp"
#include "codelets/wilson/hopping/tile_reals-inl.hpp"

TASUKI_TARGET_BEGIN

/// Access of hop-inl.hpp where a tile holds several cells of fewer than eight
/// lanes.
template <class T, int kLinkReals>
class GatherAccess {
  public:
    using Block = CpuBlock<T, kLinkReals>;
    using N = Compute<T>;

    TASUKI_FN GatherAccess(const Block& block, int parity, int tile,
                           const Cell (&cells)[kTile], int first)
        : block_{block},
          parity_{parity},
          tile_{tile},
          cells_{cells},
          first_{first} {}

    template <int kMu, int kSign, class Body>
    TASUKI_FN void visit(const Body& body) const {
        const Geometry& g = block_.geometry;
        Near<kMu> near{block_, 1 - parity_, first_, {}, {}};
        for (int k = 0; k < kTile; ++k) {
            const int lane = (tile_ * kTile + k) % g.lanes;
            const Step s = neighbour<kMu, kSign>(g, cells_[k]);
            const int to = s.crosses ? lane ^ g.lane_bit[kMu] : lane;
            near.sites.set(k, g, {0, s.cell * g.lanes + to});
            near.weight[k] = N{1};
            if (s.crosses && leaves_block<kMu, kSign>(g, lane))
                near.weight[k] = beyond<kMu, kSign>(lane);
        }
        body(near);
    }
    template <int kMu>
    TASUKI_FN Link<Lanes<N>> link_here() const {
        return load_link(block_.link_tile(parity_, tile_, kMu), first_);
    }
    template <int kMu, int kSign>
    TASUKI_FN void ahead() const {}

    TASUKI_FN void own_spinor(Lanes<N> (&r)[24]) const {
        const SpinorTile<T> x{block_.x_tile(parity_, tile_)};
        load_spinor(x.reals(), first_, block_.sweep.dagger, r);
    }
    TASUKI_FN void store(const Lanes<N> (&r)[24]) const {
        store_spinor(block_.out_tile(parity_, tile_), first_,
                     block_.sweep.dagger, r);
    }

  private:
    TASUKI_FN static Link<Lanes<N>> load_link(const T* tile, int first) {
        const LinkTile<T, kLinkReals> numbers{tile};
        Lanes<N> r[kLinkReals];
        load_reals<kLinkReals, 0>(numbers.reals(), first, r);
        return link_from(r);
    }

    template <int kMu>
    struct Near {
        const Block& block;
        int parity, first;
        SiteList sites;             // within the parity
        HWY_ALIGN N weight[kTile];  // as CpuBlock::weight, per site

        TASUKI_FN Spinor<Lanes<N>> spins() const {
            HWY_ALIGN T collected[Block::kSpinorTile];
            gather_spinors(collected, block.fields.in[parity], sites);
            const SpinorTile<T> tile{collected};
            Lanes<N> r[24];
            load_spinor(tile.reals(), first, block.sweep.dagger, r);
            Spinor<Lanes<N>> p;
            spins_from<0, 4>(p, r);
            return p;
        }
        TASUKI_FN Link<Lanes<N>> link() const {
            HWY_ALIGN T collected[Block::kLinkTile];
            gather<T, kLinkReals>(collected, block.link_tile(parity, 0, kMu),
                                  4 * Block::kLinkTile, sites);
            return load_link(collected, first);
        }
        TASUKI_FN void weigh(HalfSpinor<Lanes<N>>& h) const {
            if (kMu == kT) return;
            const Lanes<N> w = lanes_from_sites(weight, first);
            for (auto& spin : h.s)
                for (auto& c : spin) c = {c.re * w, c.im * w};
        }
        TASUKI_FN Lanes<N> t_factor() const {
            return broadcast(N{2}) * lanes_from_sites(weight, first);
        }
    };

    /// Every lane that leaves the block has the same weight.
    template <int kMu, int kSign>
    TASUKI_FN N beyond(int lane) const {
        constexpr int n = lane_count<N>();
        const int j = lane / n * n + lane_holding<N>(lane % n);
        return block_.weight[kMu][kSign > 0][j];
    }

    const Block& block_;
    int parity_, tile_;
    const Cell (&cells_)[kTile];
    int first_;
};

TASUKI_TARGET_END

#endif
