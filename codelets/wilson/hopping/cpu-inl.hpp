// A sweep over a range of cells on the CPU, one site per vector lane.
#if defined(TASUKI_WILSON_SWEEP_CPU_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_SWEEP_CPU_INL
#undef TASUKI_WILSON_SWEEP_CPU_INL
#else
#define TASUKI_WILSON_SWEEP_CPU_INL
#endif

#include <algorithm>

#include "codelets/wilson/hopping/gather_access-inl.hpp"
#include "codelets/wilson/hopping/hop-inl.hpp"
#include "codelets/wilson/hopping/tile_access-inl.hpp"

TASUKI_TARGET_BEGIN

template <class N, class Access>
TASUKI_FN void apply(const Access& access, const Factors<Lanes<N>>& factors) {
    const Lanes<N> zero = broadcast(N{0});
    Spinor<Lanes<N>> sum;
    for (auto& spin : sum.s)
        for (auto& c : spin) c = {zero, zero};
    add_hopping(access, sum);
    store_sum(access, factors, sum);
}

template <class T, int kLinkReals>
void sweep_cell(const CpuBlock<T, kLinkReals>& block, const Cell& cell,
                const Cell& next, const Factors<Lanes<Compute<T>>>& factors) {
    for (int first = 0; first < kTile; first += lane_count<Compute<T>>())
        apply(TileAccess<T, kLinkReals>{block, cell, next, first}, factors);
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

/// Walks the columns of cells in t, counted as cpu_units() does: over x/2, then
/// `rows` of y, then z, then the next rows.
class ColumnWalk {
  public:
    TASUKI_FN ColumnWalk(const Geometry& g, int rows, int column)
        : x_half_{g.sub[kX] / 2}, rows_{rows}, depth_{g.sub[kZ]} {
        xh_ = column % x_half_;
        column /= x_half_;
        row_ = column % rows_;
        column /= rows_;
        z_ = column % depth_;
        first_row_ = column / depth_ * rows_;
    }
    TASUKI_FN void advance() {
        if (++xh_ < x_half_) return;
        xh_ = 0;
        if (++row_ < rows_) return;
        row_ = 0;
        if (++z_ < depth_) return;
        z_ = 0;
        first_row_ += rows_;
    }
    TASUKI_FN Cell cell(int t, int parity) const {
        return {xh_, first_row_ + row_, z_, t, parity};
    }

  private:
    int x_half_, rows_, depth_;
    int xh_, row_, z_, first_row_;
};

/// Columns of cells in t, [begin, end).  All threads sweep t side by side, so
/// that the last level of cache keeps the three time slices that all of them
/// work on.
template <class T, int kLinkReals>
void sweep_columns(CpuBlock<T, kLinkReals>& block, std::size_t begin,
                   std::size_t end, const Factors<Lanes<Compute<T>>>& factors) {
    const Geometry& g = block.geometry;
    const Sweep& s = block.sweep;
    const int rows = rows_together<T, kLinkReals>(g);
    for (int t = 0; t < g.sub[kT]; ++t) {
        ColumnWalk here{g, rows, static_cast<int>(begin)};
        for (auto column = begin; column < end; ++column) {
            ColumnWalk next = here;
            if (column + 1 < end) next.advance();
            // Both parities together: each link is used by both of its sites
            // while it is in the cache.
            for (int p = s.first_parity; p < s.first_parity + s.parities; ++p)
                for (int c = 0; c < s.columns; ++c) {
                    block.take_column(c);
                    sweep_cell(block, here.cell(t, p), next.cell(t, p),
                               factors);
                }
            here = next;
        }
    }
}

/// Tiles [begin, end) of each parity where a tile holds several cells.
template <class T, int kLinkReals>
void sweep_mixed_tiles(CpuBlock<T, kLinkReals>& block, std::size_t begin,
                       std::size_t end,
                       const Factors<Lanes<Compute<T>>>& factors) {
    const Geometry& g = block.geometry;
    const Sweep& s = block.sweep;
    for (auto tile = static_cast<int>(begin); tile < static_cast<int>(end);
         ++tile)
        for (int p = s.first_parity; p < s.first_parity + s.parities; ++p) {
            Cell cells[kTile];
            for (int k = 0; k < kTile; ++k)
                cells[k] = cell_at(g, (tile * kTile + k) / g.lanes, p);
            for (int c = 0; c < s.columns; ++c) {
                block.take_column(c);
                for (int first = 0; first < kTile;
                     first += lane_count<Compute<T>>())
                    apply(GatherAccess<T, kLinkReals>{block, p, tile, cells,
                                                      first},
                          factors);
            }
        }
}

/// Units [begin, end) of cpu_units().
template <class T, int kLinkReals>
void sweep_range(const Sweep& sweep, const SweepFields<T>& fields,
                 std::size_t begin, std::size_t end) {
    using N = Compute<T>;
    CpuBlock<T, kLinkReals> block{sweep, fields};
    const Factors<Lanes<N>> factors{broadcast(static_cast<N>(sweep.a)),
                                    broadcast(static_cast<N>(sweep.b)),
                                    sweep.a != 0,
                                    sweep.a == 1,
                                    broadcast(static_cast<N>(sweep.twist_x)),
                                    broadcast(static_cast<N>(sweep.twist_h)),
                                    sweep.twist_x != 0,
                                    sweep.twist_h != 0};
    if (sweep.geometry.lanes == kTile)
        sweep_columns(block, begin, end, factors);
    else
        sweep_mixed_tiles(block, begin, end, factors);
    hwy::FlushStream();  // streamed stores must be seen by the next task
}

TASUKI_TARGET_END

#endif
