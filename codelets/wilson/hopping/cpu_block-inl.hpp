// Arguments of a sweep on the CPU beside the place in the block.
#if defined(TASUKI_WILSON_CPU_BLOCK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_CPU_BLOCK_INL
#undef TASUKI_WILSON_CPU_BLOCK_INL
#else
#define TASUKI_WILSON_CPU_BLOCK_INL
#endif

#include "codelets/wilson/hopping/sweep.hpp"
#include "codelets/wilson/lanes-inl.hpp"

TASUKI_TARGET_BEGIN

/// Arguments of the kernel beside the cell: the same for the whole range.
template <class T, int kLinkReals>
struct CpuBlock {
    static constexpr std::size_t kSpinorTile = SpinorRecord<T>::kTileReals;
    static constexpr std::size_t kLinkTile =
        LinkRecord<T, kLinkReals>::kTileReals;

    using Number = Compute<T>;

    const Sweep& sweep;
    const Geometry& geometry;
    const SweepFields<T>& all_fields;
    SweepFields<T> fields;  ///< from the column on that is worked on
    LaneExchange<Number> exchange[4];
    /// Weight of the neighbour beyond the edge of the sub-block, per lane: 0
    /// where it is cut off, the boundary sign in T.  (mu)(sign)(lanes)
    HWY_ALIGN Number weight[4][2][kTile];

    CpuBlock(const Sweep& s, const SweepFields<T>& f)
        : sweep{s},
          geometry{s.geometry},
          all_fields{f},
          fields{f},
          exchange{LaneExchange<Number>{geometry.lane_bit[0]},
                   LaneExchange<Number>{geometry.lane_bit[1]},
                   LaneExchange<Number>{geometry.lane_bit[2]},
                   LaneExchange<Number>{geometry.lane_bit[3]}} {
        fill<kX, +1>(1);
        fill<kX, -1>(1);
        fill<kY, +1>(1);
        fill<kY, -1>(1);
        fill<kZ, +1>(1);
        fill<kZ, -1>(1);
        fill<kT, +1>(s.t_sign);
        fill<kT, -1>(s.t_sign);
    }

    template <int kMu, int kSign>
    void fill(int wrapped) {
        constexpr int n = lane_count<Number>();
        for (int j = 0; j < kTile; ++j) {
            const int lane = j / n * n + site_of<Number>(j % n);
            const int beyond = geometry.cut[kMu] != 0 ? 0 : wrapped;
            weight[kMu][kSign > 0][j] = static_cast<Number>(
                leaves_block<kMu, kSign>(geometry, lane) ? beyond : 1);
        }
    }

    void take_column(int column) {
        fields = all_fields.column(geometry, column);
    }
    const T* spinor_tile(int parity, int tile) const {
        return fields.in[parity] + tile * kSpinorTile;
    }
    const T* x_tile(int parity, int tile) const {
        return fields.x[parity] + tile * kSpinorTile;
    }
    T* out_tile(int parity, int tile) const {
        return fields.out[parity] + tile * kSpinorTile;
    }
    const T* link_tile(int parity, int tile, int mu) const {
        const std::size_t tiles = geometry.half_volume / kTile;
        return fields.u + ((parity * tiles + tile) * 4 + mu) * kLinkTile;
    }
};

TASUKI_TARGET_END

#endif
