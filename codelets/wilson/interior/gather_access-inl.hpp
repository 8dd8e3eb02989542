// Neighbours of a run of sites in blocks too small for whole tiles: collected
// site by site.
#if defined(TASUKI_WILSON_GATHER_ACCESS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_GATHER_ACCESS_INL
#undef TASUKI_WILSON_GATHER_ACCESS_INL
#else
#define TASUKI_WILSON_GATHER_ACCESS_INL
#endif

#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/gather.hpp"
#include "codelets/wilson/interior/cpu_block-inl.hpp"

TASUKI_TARGET_BEGIN

/// Access of hop-inl.hpp where a tile holds several cells of fewer than eight
/// lanes.
template <class T, int kLinkReals>
class GatherAccess {
  public:
    using Block = CpuBlock<T, kLinkReals>;

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
        Near<kMu> near{block_, first_, {}, {}};
        for (int k = 0; k < kTile; ++k) {
            const int lane = (tile_ * kTile + k) % g.lanes;
            const Step s = neighbour<kMu, kSign>(g, cells_[k]);
            const int to = s.crosses ? lane ^ g.lane_bit[kMu] : lane;
            near.sites.set(k, g, {1 - parity_, s.cell * g.lanes + to});
            near.weight[k] = T{1};
            if (s.crosses && leaves_block<kMu, kSign>(g, lane))
                near.weight[k] = beyond<kMu, kSign>(lane);
        }
        body(near);
    }
    template <int kMu>
    TASUKI_FN Link<Lanes<T>> link_here() const {
        return load_link(block_.link_tile(parity_, tile_, kMu), first_);
    }
    template <int kMu, int kSign>
    TASUKI_FN void ahead() const {}

    TASUKI_FN void own_spinor(Lanes<T> (&r)[24]) const {
        load_reals<24, 0>(block_.spinor_tile(parity_, tile_), first_, r);
    }
    TASUKI_FN void store(const Lanes<T> (&r)[24]) const {
        store_reals<true>(block_.out_tile(parity_, tile_), first_, r);
    }

  private:
    TASUKI_FN static Link<Lanes<T>> load_link(const T* tile, int first) {
        Lanes<T> r[kLinkReals];
        load_reals<kLinkReals, 0>(tile, first, r);
        return link_from(r);
    }

    template <int kMu>
    struct Near {
        const Block& block;
        int first;
        SiteList sites;
        HWY_ALIGN T weight[kTile];  // as CpuBlock::weight, per site

        TASUKI_FN Spinor<Lanes<T>> spins() const {
            HWY_ALIGN T tile[Block::kSpinorTile];
            gather<T, 24>(tile, block.fields.psi, Block::kSpinorTile, sites);
            Lanes<T> r[24];
            load_reals<24, 0>(tile, first, r);
            Spinor<Lanes<T>> p;
            spins_from<0, 4>(p, r);
            return p;
        }
        TASUKI_FN Link<Lanes<T>> link() const {
            HWY_ALIGN T tile[Block::kLinkTile];
            gather<T, kLinkReals>(tile, block.fields.u + kMu * Block::kLinkTile,
                                  4 * Block::kLinkTile, sites);
            return load_link(tile, first);
        }
        TASUKI_FN void weigh(HalfSpinor<Lanes<T>>& h) const {
            if (kMu == kT) return;
            const Lanes<T> w = lanes_from_sites(weight, first);
            for (auto& spin : h.s)
                for (auto& c : spin) c = {c.re * w, c.im * w};
        }
        TASUKI_FN Lanes<T> t_factor() const {
            return broadcast(T{2}) * lanes_from_sites(weight, first);
        }
    };

    /// Every lane that leaves the block has the same weight.
    template <int kMu, int kSign>
    TASUKI_FN T beyond(int lane) const {
        constexpr int n = lane_count<T>();
        const int j = lane / n * n + lane_holding<T>(lane % n);
        return block_.weight[kMu][kSign > 0][j];
    }

    const Block& block_;
    int parity_, tile_;
    const Cell (&cells_)[kTile];
    int first_;
};

TASUKI_TARGET_END

#endif
