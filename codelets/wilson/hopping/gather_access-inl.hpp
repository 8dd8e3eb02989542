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
    static constexpr bool kFixed = std::is_same_v<T, Fixed16>;

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
        Near<kMu, kSign> near{block_, 1 - parity_, first_, {}, {}};
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
    TASUKI_FN auto link_here() const {
        return load_link(block_.link_tile(parity_, tile_, kMu), first_);
    }
    template <int kMu, int kSign>
    TASUKI_FN void ahead() const {}

    TASUKI_FN void own_spinor(Lanes<N> (&r)[24]) const {
        const T* x = block_.x_tile(parity_, tile_);
        load_spinor(x, first_, block_.sweep.dagger, r);
        multiply_by_scales(x, first_, r);
    }
    TASUKI_FN void store(const Lanes<N> (&r)[24]) const {
        store_spinor<true>(block_.out_tile(parity_, tile_), first_,
                           block_.sweep.dagger, r);
    }
    TASUKI_FN bool has_sums() const {
        return block_.fields.tile_sums != nullptr;
    }
    TASUKI_FN void add(const Lanes<N>& norm2) const {
        add_to_tile(norm2, first_, block_.fields.tile_sums + tile_);
    }

  private:
    TASUKI_FN static auto load_link(const T* tile, int first) {
        Lanes<N> r[kLinkReals];
        load_reals<kLinkReals, 0>(tile, first, r);
        return link_of<T>(r);
    }

    template <int kMu, int kSign>
    struct Near {
        const Block& block;
        int parity, first;
        SiteList sites;             // within the parity
        HWY_ALIGN N weight[kTile];  // as CpuBlock::weight, per site

        TASUKI_FN HalfSpinor<Lanes<N>> half_spinor() const {
            HWY_ALIGN T collected[Block::kSpinorTile];
            gather_spinors(collected, block.fields.in[parity], sites);
            Lanes<N> r[24];
            load_spinor(collected, first, block.sweep.dagger, r);
            Lanes<N> w = lanes_from_sites(weight, first);
            if constexpr (kFixed)
                w = w * load_scales(collected, first) *
                    broadcast(kLinkUnit<kLinkReals> / kFixedOne);
            Spinor<Lanes<N>> p;
            spins_from<0, 4>(p, r);
            auto h = project<kMu, -kSign>(p);
            for (auto& spin : h.s)
                for (auto& c : spin) c = {c.re * w, c.im * w};
            return h;
        }
        TASUKI_FN auto link() const {
            HWY_ALIGN T collected[Block::kLinkTile];
            gather<T, kLinkReals>(collected, block.link_tile(parity, 0, kMu),
                                  4 * Block::kLinkTile, sites);
            return load_link(collected, first);
        }
        TASUKI_FN auto factor() const {
            return factor_in_t_only<kMu>(broadcast(N{2}));
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
