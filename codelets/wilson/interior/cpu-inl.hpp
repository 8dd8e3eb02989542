// The interior of a range of cells on the CPU, one site per vector lane.
#if defined(TASUKI_WILSON_INTERIOR_CPU_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_INTERIOR_CPU_INL
#undef TASUKI_WILSON_INTERIOR_CPU_INL
#else
#define TASUKI_WILSON_INTERIOR_CPU_INL
#endif

#include <algorithm>

#include "codelets/wilson/interior/gather_access-inl.hpp"
#include "codelets/wilson/interior/hop-inl.hpp"
#include "codelets/wilson/interior/tile_access-inl.hpp"

TASUKI_TARGET_BEGIN

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
                   const Cell& next, const Lanes<T>& minus_kappa) {
    for (int first = 0; first < kTile; first += lane_count<T>())
        apply<T>(TileAccess<T, kLinkReals>{block, cell, next, first},
                 minus_kappa);
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

/// Walks the columns of cells in t, counted as interior::cpu_units() does: over
/// x/2, then `rows` of y, then z, then the next rows.
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
void interior_columns(const CpuBlock<T, kLinkReals>& block, std::size_t begin,
                      std::size_t end, const Lanes<T>& minus_kappa) {
    const Geometry& g = block.geometry;
    const int rows = rows_together<T, kLinkReals>(g);
    for (int t = 0; t < g.sub[kT]; ++t) {
        ColumnWalk here{g, rows, static_cast<int>(begin)};
        for (auto column = begin; column < end; ++column) {
            ColumnWalk next = here;
            if (column + 1 < end) next.advance();
            // Both parities together: each link is used by both of its sites
            // while it is in the cache.
            for (int parity = 0; parity < 2; ++parity)
                interior_cell(block, here.cell(t, parity), next.cell(t, parity),
                              minus_kappa);
            here = next;
        }
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
