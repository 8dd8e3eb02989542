// tile_sums: |psi|^2 of each column of a field, from sums of squares of each
// tile of eight sites, which the kernel that wrote the field has left.  A pass
// over the field itself, as linalg/norm2, reads 192 numbers instead of one.
// Where the merge of faces has changed sites since, it does so for the tiles at
// cut faces.  The partial sums are the same bits for any number of threads, of
// columns, and for any launch on a GPU.
#pragma once

#include "codelets/linalg/norm2/norm2.hpp"
#include "codelets/linalg/partial_sums.hpp"
#include "codelets/wilson/geometry.hpp"
#include "codelets/wilson/target.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson {

namespace tile_sums {

struct Args {
    Geometry geometry;
    bool merged;  ///< sites at cut faces are others than when the tiles were
                  ///< summed up
};

template <class T>
struct Fields {
    runtime::Write<double> partials;  // (columns)(linalg::kPartials)
    runtime::Read<double> of_tiles;   // (columns)(tiles)
    runtime::Read<T> x;               // (columns)(volume / 2) spinors
};

/// Whether a tile of either parity has sites at a cut face, or in a cell beside
/// them.
TASUKI_HD bool is_at_face(const Geometry& g, int tile) {
    for (int c = tile * kTile / g.lanes; c * g.lanes < (tile + 1) * kTile;
         ++c) {
        const Cell cell = cell_at(g, c, 0);
        const int at[4] = {cell.xh, cell.y, cell.z, cell.t};
        for (int mu = 0; mu < 4; ++mu) {
            const int last = (mu == kX ? g.sub[kX] / 2 : g.sub[mu]) - 1;
            if (g.cut[mu] != 0 && (at[mu] == 0 || at[mu] == last)) return true;
        }
    }
    return false;
}

/// How many of the tiles these are, where a tile is one cell.
inline double part_at_faces(const Geometry& g) {
    double inside = 1;
    for (int mu = 0; mu < 4; ++mu) {
        const double cells = mu == kX ? g.sub[kX] / 2 : g.sub[mu];
        if (g.cut[mu] != 0) inside *= cells > 2 ? 1 - 2 / cells : 0;
    }
    return 1 - inside;
}

/// What a tile has now.
template <class T>
TASUKI_HD linalg::Sums<1> sum_of_tile(runtime::Read<T> x, std::size_t tile) {
    constexpr std::size_t size =
        linalg::elements<T, 1>(SpinorRecord<T>::kTileReals);
    constexpr std::size_t lanes = size % 8 == 0 ? 8 : 1;
    const linalg::norm2::Body<T> square{{{}, x}};
    double sums[lanes] = {}, total = 0;
    for (std::size_t k = 0; k < size; k += lanes)
        for (std::size_t j = 0; j < lanes; ++j)
            sums[j] += square(tile * size + k + j).v[0];
    for (const double sum : sums) total += sum;
    return {{total}};
}

template <class T>
struct Body {
    Args args;
    Fields<T> f;
    TASUKI_HD linalg::Sums<1> operator()(std::size_t i) const {
        const auto tiles =
            static_cast<unsigned>(args.geometry.half_volume) / kTile;
        const int tile = static_cast<int>(static_cast<unsigned>(i) % tiles);
        if (args.merged && is_at_face(args.geometry, tile))
            return sum_of_tile<T>(f.x, i);
        return {{f.of_tiles[i]}};
    }
};

template <class T>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept;
template <class T>
void run_gpu(const Args& args, const Fields<T>& fields, gpu::Stream stream);

/// @tparam T  double, float or Fixed16
template <class T>
struct Kernel {
    static constexpr auto name = "norm2";
    static std::string model() { return variant_name<T>("tile_sums"); }
    using Args = tile_sums::Args;
    static constexpr auto cpu = run_cpu<T>;
    static constexpr auto gpu = run_gpu<T>;
};

}  // namespace tile_sums

#if defined(TASUKI_GPU_CODE)
namespace on_gpu {

/// Keeps the sum of a tile, of whose sites eight neighbouring threads have one
/// each.
/// @param site  number in the field of all columns
TASUKI_DEVICE void store_tile_sum(double* of_tiles, std::size_t site,
                                  double of_site) {
    static_assert(kTile == 8);
    const double of_tile = gpu::sum_of_eight(of_site);
    if (site % kTile == 0) of_tiles[site / kTile] = of_tile;
}

}  // namespace on_gpu
#endif

}  // namespace tasuki::wilson
