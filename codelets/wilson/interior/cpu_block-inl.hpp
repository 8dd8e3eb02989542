// What the interior on the CPU needs of a block beside the place in it.
#if defined(TASUKI_WILSON_CPU_BLOCK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_CPU_BLOCK_INL
#undef TASUKI_WILSON_CPU_BLOCK_INL
#else
#define TASUKI_WILSON_CPU_BLOCK_INL
#endif

#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/lanes-inl.hpp"

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

TASUKI_TARGET_END

#endif
