// The interior of a range of cells on the CPU, one site per vector lane.
#if defined(TASUKI_WILSON_INTERIOR_CPU_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_INTERIOR_CPU_INL
#undef TASUKI_WILSON_INTERIOR_CPU_INL
#else
#define TASUKI_WILSON_INTERIOR_CPU_INL
#endif

#include <algorithm>

#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/lanes-inl.hpp"

// After lanes-inl.hpp, whose number type it uses.
#include "codelets/wilson/gather.hpp"
#include "codelets/wilson/interior/hop-inl.hpp"

TASUKI_TARGET_BEGIN

/// What the kernel needs beside the cell: the same for the whole range.
template <class T, int kLinkReals>
struct CpuBlock {
    static constexpr std::size_t kSpinorTile = SpinorRecord<T>::kTileReals;
    static constexpr std::size_t kLinkTile =
        LinkRecord<T, kLinkReals>::kTileReals;

    const Geometry& geometry;
    interior::Fields<T> fields;
    LaneExchange<T> exchange[4];
    /// Weight of the neighbour beyond the edge of the sub-block, per lane: 0
    /// where it is cut off, the boundary sign in T.  (mu)(sign)(lanes)
    HWY_ALIGN T weight[4][2][kTile];

    CpuBlock(const interior::Args& args, const interior::Fields<T>& f)
        : geometry{args.geometry},
          fields{f},
          exchange{LaneExchange<T>{geometry.lane_bit[0]},
                   LaneExchange<T>{geometry.lane_bit[1]},
                   LaneExchange<T>{geometry.lane_bit[2]},
                   LaneExchange<T>{geometry.lane_bit[3]}} {
        fill<kX, +1>(1);
        fill<kX, -1>(1);
        fill<kY, +1>(1);
        fill<kY, -1>(1);
        fill<kZ, +1>(1);
        fill<kZ, -1>(1);
        fill<kT, +1>(args.t_sign);
        fill<kT, -1>(args.t_sign);
    }

    template <int kMu, int kSign>
    void fill(int wrapped) {
        constexpr int n = lane_count<T>();
        for (int j = 0; j < kTile; ++j) {
            const int lane = j / n * n + site_of<T>(j % n);
            const int beyond = geometry.cut[kMu] != 0 ? 0 : wrapped;
            weight[kMu][kSign > 0][j] = static_cast<T>(
                leaves_block<kMu, kSign>(geometry, lane) ? beyond : 1);
        }
    }

    const T* spinor_tile(int parity, int tile) const {
        return fields.psi + tile_offset(parity, tile) * kSpinorTile;
    }
    const T* link_tile(int parity, int tile, int mu) const {
        return fields.u + (tile_offset(parity, tile) * 4 + mu) * kLinkTile;
    }
    T* out_tile(int parity, int tile) const {
        return fields.out + tile_offset(parity, tile) * kSpinorTile;
    }
    std::size_t tile_offset(int parity, int tile) const {
        return static_cast<std::size_t>(parity) *
                   (geometry.half_volume / kTile) +
               tile;
    }
};

/// Access of hop-inl.hpp where a tile is one cell of eight lanes.
template <class T, int kLinkReals>
class TileAccess {
  public:
    using Block = CpuBlock<T, kLinkReals>;
    struct Neighbour {
        Step step;
        bool skip;
    };

    TASUKI_FN TileAccess(const Block& block, const Cell& cell, int first)
        : block_{block},
          cell_{cell},
          tile_{cell_index(block.geometry, cell.xh, cell.y, cell.z, cell.t)},
          first_{first} {}

    template <int kMu, int kSign>
    TASUKI_FN Neighbour step() const {
        const Geometry& g = block_.geometry;
        const Step step = neighbour<kMu, kSign>(g, cell_);
        return {step, step.crosses && g.cut[kMu] != 0 && g.lane_bit[kMu] == 0};
    }
    TASUKI_FN bool skips(const Neighbour& n) const { return n.skip; }

    template <int kMu, int kSign>
    TASUKI_FN Spinor<Lanes<T>> spinor(const Neighbour& n) const {
        const T* tile = block_.spinor_tile(1 - cell_.parity, n.step.cell);
        Spinor<Lanes<T>> p;
        if constexpr (kMu == kT) {
            constexpr int first_spin = kSign > 0 ? 2 : 0;
            Lanes<T> r[12];
            load<kMu, 24, 6 * first_spin>(n, tile, r);
            spins_from<first_spin, 2>(p, r);
        } else {
            Lanes<T> r[24];
            load<kMu, 24, 0>(n, tile, r);
            spins_from<0, 4>(p, r);
        }
        return p;
    }
    template <int kMu>
    TASUKI_FN Link<Lanes<T>> link_here() const {
        Lanes<T> r[kLinkReals];
        load_reals<kLinkReals, 0>(block_.link_tile(cell_.parity, tile_, kMu),
                                  first_, r);
        return link_from(r);
    }
    template <int kMu>
    TASUKI_FN Link<Lanes<T>> link_at(const Neighbour& n) const {
        Lanes<T> r[kLinkReals];
        load<kMu, kLinkReals, 0>(
            n, block_.link_tile(1 - cell_.parity, n.step.cell, kMu), r);
        return link_from(r);
    }
    template <int kMu, int kSign>
    TASUKI_FN void weigh(const Neighbour& n, HalfSpinor<Lanes<T>>& h) const {
        if (kMu == kT || !n.step.crosses || block_.geometry.cut[kMu] == 0)
            return;
        const Lanes<T> w = weight<kMu, kSign>();
        for (auto& spin : h.s)
            for (auto& c : spin) c = {c.re * w, c.im * w};
    }
    template <int kMu, int kSign>
    TASUKI_FN Lanes<T> t_factor(const Neighbour& n) const {
        const Lanes<T> two = broadcast(T{2});
        return kMu == kT && n.step.crosses ? two * weight<kMu, kSign>() : two;
    }

    TASUKI_FN void own_spinor(Lanes<T> (&r)[24]) const {
        load_reals<24, 0>(block_.spinor_tile(cell_.parity, tile_), first_, r);
    }
    TASUKI_FN void store(const Lanes<T> (&r)[24]) const {
        store_reals<true>(block_.out_tile(cell_.parity, tile_), first_, r);
    }

  private:
    template <int kMu, int kReals, int kFirst, int kCount>
    TASUKI_FN void load(const Neighbour& n, const T* tile,
                        Lanes<T> (&r)[kCount]) const {
        if (!n.step.crosses) {
            load_reals<kReals, kFirst>(tile, first_, r);
            return;
        }
        const LaneExchange<T>& exchange = block_.exchange[kMu];
        load_reals<kReals, kFirst>(tile, exchange.run(first_), r);
        for (auto& lanes : r) lanes = exchange(lanes);
    }
    template <int kMu, int kSign>
    TASUKI_FN Lanes<T> weight() const {
        return {hn::Load(typename Lanes<T>::Tag{},
                         block_.weight[kMu][kSign > 0] + first_)};
    }

    const Block& block_;
    Cell cell_;
    int tile_;
    int first_;
};

/// Access where a tile holds several cells of fewer than eight lanes (small
/// blocks): neighbours are collected site by site.
template <class T, int kLinkReals>
class GatherAccess {
  public:
    using Block = CpuBlock<T, kLinkReals>;
    struct Neighbour {
        SiteList sites;
        HWY_ALIGN T weight[kTile];  // as CpuBlock::weight, per site
    };

    TASUKI_FN GatherAccess(const Block& block, int parity, int tile,
                           const Cell (&cells)[kTile], int first)
        : block_{block},
          parity_{parity},
          tile_{tile},
          cells_{cells},
          first_{first} {}

    template <int kMu, int kSign>
    TASUKI_FN Neighbour step() const {
        const Geometry& g = block_.geometry;
        Neighbour n;
        for (int k = 0; k < kTile; ++k) {
            const int lane = (tile_ * kTile + k) % g.lanes;
            const Step s = neighbour<kMu, kSign>(g, cells_[k]);
            const int to = s.crosses ? lane ^ g.lane_bit[kMu] : lane;
            n.sites.set(k, g, {1 - parity_, s.cell * g.lanes + to});
            n.weight[k] = T{1};
            if (s.crosses && leaves_block<kMu, kSign>(g, lane))
                n.weight[k] = beyond<kMu, kSign>(lane);
        }
        return n;
    }
    TASUKI_FN bool skips(const Neighbour&) const { return false; }

    template <int kMu, int kSign>
    TASUKI_FN Spinor<Lanes<T>> spinor(const Neighbour& n) const {
        HWY_ALIGN T tile[Block::kSpinorTile];
        gather<T, 24>(tile, block_.fields.psi, Block::kSpinorTile, n.sites);
        Lanes<T> r[24];
        load_reals<24, 0>(tile, first_, r);
        Spinor<Lanes<T>> p;
        spins_from<0, 4>(p, r);
        return p;
    }
    template <int kMu>
    TASUKI_FN Link<Lanes<T>> link_here() const {
        Lanes<T> r[kLinkReals];
        load_reals<kLinkReals, 0>(block_.link_tile(parity_, tile_, kMu), first_,
                                  r);
        return link_from(r);
    }
    template <int kMu>
    TASUKI_FN Link<Lanes<T>> link_at(const Neighbour& n) const {
        HWY_ALIGN T tile[Block::kLinkTile];
        gather<T, kLinkReals>(tile, block_.fields.u + kMu * Block::kLinkTile,
                              4 * Block::kLinkTile, n.sites);
        Lanes<T> r[kLinkReals];
        load_reals<kLinkReals, 0>(tile, first_, r);
        return link_from(r);
    }
    template <int kMu, int kSign>
    TASUKI_FN void weigh(const Neighbour& n, HalfSpinor<Lanes<T>>& h) const {
        if (kMu == kT) return;
        const Lanes<T> w = lanes_from_sites(n.weight, first_);
        for (auto& spin : h.s)
            for (auto& c : spin) c = {c.re * w, c.im * w};
    }
    template <int kMu, int kSign>
    TASUKI_FN Lanes<T> t_factor(const Neighbour& n) const {
        return broadcast(T{2}) * lanes_from_sites(n.weight, first_);
    }
    TASUKI_FN void own_spinor(Lanes<T> (&r)[24]) const {
        load_reals<24, 0>(block_.spinor_tile(parity_, tile_), first_, r);
    }
    TASUKI_FN void store(const Lanes<T> (&r)[24]) const {
        store_reals<true>(block_.out_tile(parity_, tile_), first_, r);
    }

  private:
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

template <class T, class Access>
TASUKI_FN void apply(const Access& access, const Lanes<T>& minus_kappa) {
    Spinor<Lanes<T>> sum;
    for (auto& spin : sum.s)
        for (auto& c : spin) c = {broadcast(T{0}), broadcast(T{0})};
    add_hopping(access, sum);
    Lanes<T> psi[24], out[24];
    access.own_spinor(psi);
    wilson_combine(psi, minus_kappa, sum, out);
    access.store(out);
}

template <class T, int kLinkReals>
void interior_cell(const CpuBlock<T, kLinkReals>& block, const Cell& cell,
                   const Lanes<T>& minus_kappa) {
    for (int first = 0; first < kTile; first += lane_count<T>())
        apply<T>(TileAccess<T, kLinkReals>{block, cell, first}, minus_kappa);
}

/// Rows in y that a thread takes through all z before the next rows: three
/// layers of them stay in a core's own cache.
template <class T, int kLinkReals>
int rows_together(const Geometry& g) {
    constexpr std::size_t cache_bytes = std::size_t{1} << 20;
    constexpr std::size_t cell_bytes =
        2 * sizeof(T) *
        (2 * SpinorRecord<T>::kTileReals +
         4 * LinkRecord<T, kLinkReals>::kTileReals);
    int rows = g.sub[kY];
    while (rows % 2 == 0 &&
           2 * rows * (g.sub[kX] / 2) * cell_bytes > cache_bytes)
        rows /= 2;
    return rows;
}

/// The cell of a column at time t; columns run over x/2, `rows` of y, z, y.
TASUKI_FN Cell column_cell(const Geometry& g, int column, int rows, int t,
                           int parity) {
    const int x_half = g.sub[kX] / 2;
    const int xh = column % x_half;
    column /= x_half;
    const int y = column % rows;
    column /= rows;
    const int z = column % g.sub[kZ];
    return {xh, column / g.sub[kZ] * rows + y, z, t, parity};
}

/// Asks for what a cell will be the first to read: its links, its neighbours
/// in t, and the next layer in z.  Records are too short a run of memory for
/// the hardware's prefetchers to follow.
template <class T, int kLinkReals>
TASUKI_FN void prefetch_cell(const CpuBlock<T, kLinkReals>& block,
                             const Cell& cell) {
    using Block = CpuBlock<T, kLinkReals>;
    const auto prefetch = [](const T* from, std::size_t reals) {
        constexpr std::size_t line = 64 / sizeof(T);
        for (std::size_t i = 0; i < reals; i += line) hwy::Prefetch(from + i);
    };
    const Geometry& g = block.geometry;
    const int other = 1 - cell.parity;
    const int here = cell_index(g, cell.xh, cell.y, cell.z, cell.t);
    const int above = neighbour<kZ, +1>(g, cell).cell;
    const int later = neighbour<kT, +1>(g, cell).cell;
    const int earlier = neighbour<kT, -1>(g, cell).cell;
    constexpr std::size_t half = Block::kSpinorTile / 2;  // two spins
    prefetch(block.link_tile(cell.parity, here, 0), 4 * Block::kLinkTile);
    prefetch(block.spinor_tile(other, above), Block::kSpinorTile);
    prefetch(block.spinor_tile(other, later) + half, half);
    prefetch(block.spinor_tile(other, earlier), half);
    prefetch(block.link_tile(other, earlier, kT), Block::kLinkTile);
}

/// Columns of cells in t, [begin, end) counted as interior::cpu_units() does.
/// All threads sweep t side by side, so that the last level of cache keeps the
/// three time slices that all of them work on.
template <class T, int kLinkReals>
void interior_columns(const CpuBlock<T, kLinkReals>& block, std::size_t begin,
                      std::size_t end, const Lanes<T>& minus_kappa) {
    const Geometry& g = block.geometry;
    const int rows = rows_together<T, kLinkReals>(g);
    const int last = static_cast<int>(end) - 1;
    for (int t = 0; t < g.sub[kT]; ++t)
        for (auto column = static_cast<int>(begin); column <= last; ++column)
            // Both parities together: each link is used by both of its sites
            // while it is in the cache.
            for (int parity = 0; parity < 2; ++parity) {
                const int next = std::min(column + 1, last);
                prefetch_cell(block, column_cell(g, next, rows, t, parity));
                interior_cell(block, column_cell(g, column, rows, t, parity),
                              minus_kappa);
            }
}

/// Tiles [begin, end) of each parity where a tile holds several cells.
template <class T, int kLinkReals>
void interior_mixed_tiles(const CpuBlock<T, kLinkReals>& block,
                          std::size_t begin, std::size_t end,
                          const Lanes<T>& minus_kappa) {
    Geometry g = block.geometry;
    g.z_chunk = g.sub[kZ];  // tiles hold cells in order of memory
    for (auto tile = static_cast<int>(begin); tile < static_cast<int>(end);
         ++tile)
        for (int parity = 0; parity < 2; ++parity) {
            Cell cells[kTile];
            for (int k = 0; k < kTile; ++k)
                cells[k] =
                    visited_cell(g, (tile * kTile + k) / g.lanes, parity);
            for (int first = 0; first < kTile; first += lane_count<T>())
                apply<T>(GatherAccess<T, kLinkReals>{block, parity, tile, cells,
                                                     first},
                         minus_kappa);
        }
}

/// Units [begin, end) of interior::cpu_units().
template <class T, int kLinkReals>
void interior_range(const interior::Args& args,
                    const interior::Fields<T>& fields, std::size_t begin,
                    std::size_t end) {
    const CpuBlock<T, kLinkReals> block{args, fields};
    const Lanes<T> minus_kappa = broadcast(static_cast<T>(-args.kappa));
    if (args.geometry.lanes == kTile)
        interior_columns(block, begin, end, minus_kappa);
    else
        interior_mixed_tiles(block, begin, end, minus_kappa);
    hwy::FlushStream();  // streamed stores must be seen by the next task
}

TASUKI_TARGET_END

#endif
