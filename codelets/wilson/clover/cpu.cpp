// clover on the CPU, for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/wilson/clover/cpu.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/wilson/clover/product-inl.hpp"
#include "codelets/wilson/hopping/tile_reals-inl.hpp"
// clang-format on
#include <algorithm>

#include "codelets/wilson/clover/pass.hpp"
#include "runtime/core/team.hpp"

TASUKI_TARGET_BEGIN

/// A record of the sites of the lanes, as numbers to compute with.
template <int kReals, class T>
TASUKI_FN void load_record(const T* tile, int first,
                           Lanes<Compute<T>> (&r)[kReals]) {
    load_reals<kReals, 0>(tile, first, r);
    multiply_by_scales(tile, first, r);
}

/// Tiles [begin, end) of all columns.
template <class T>
TASUKI_FN void clover_tiles(const clover::Pass<T>& pass, std::size_t begin,
                            std::size_t end) {
    using N = Compute<T>;
    constexpr std::size_t record =
        ScaledRecord<T, clover::kBlockReals>::kTileReals;
    constexpr std::size_t spinor = SpinorRecord<T>::kTileReals;
    const Lanes<N> twist = broadcast(static_cast<N>(pass.twist));
    for (auto tile = begin; tile < end; ++tile) {
        const T* const blocks = pass.blocks + tile * clover::kBlocks * record;
        for (int c = 0; c < pass.columns; ++c) {
            const std::size_t at = (c * pass.tiles + tile) * spinor;
            for (int first = 0; first < kTile; first += lane_count<N>()) {
                Lanes<N> r[kSpinorReals];
                load_record(pass.in + at, first, r);
                multiply_by_clover(
                    [&](int chirality, Lanes<N>(&b)[clover::kBlockReals])
                        TASUKI_INLINE_LAMBDA {
                            load_record(blocks + chirality * record, first, b);
                        },
                    twist, r);
                if (pass.out != pass.in) {
                    Lanes<N> sum[kSpinorReals];
                    load_record(pass.out + at, first, sum);
                    TASUKI_UNROLL(24)
                    for (int k = 0; k < kSpinorReals; ++k) r[k] = sum[k] + r[k];
                }
                store_spinor<false>(pass.out + at, first, false, r);
                if (pass.tile_sums != nullptr)
                    add_to_tile(norm2_of(r), first,
                                pass.tile_sums + c * pass.tiles + tile);
            }
        }
    }
}

void clover_double(const clover::Pass<double>& pass, std::size_t begin,
                   std::size_t end) {
    clover_tiles(pass, begin, end);
}
void clover_single(const clover::Pass<float>& pass, std::size_t begin,
                   std::size_t end) {
    clover_tiles(pass, begin, end);
}
void clover_fixed(const clover::Pass<Fixed16>& pass, std::size_t begin,
                  std::size_t end) {
    clover_tiles(pass, begin, end);
}

TASUKI_TARGET_END

#if HWY_ONCE
namespace tasuki::wilson {

HWY_EXPORT(clover_double);
HWY_EXPORT(clover_single);
HWY_EXPORT(clover_fixed);

namespace clover {

namespace {

/// Of a column, for which it is worth to wake another thread: a tile takes
/// half a microsecond.
constexpr int kTilesWorthAThread = 16;

template <class T>
void run_on_cpu(T* out, const T* in, std::size_t reals, double twist,
                runtime::Read<T> blocks, double* tile_sums = nullptr) {
    const std::size_t sites = sites_of_blocks(blocks);
    const auto columns = static_cast<int>(sites_in<T>(reals) / sites);
    const Pass<T> pass{out,           in,      blocks,   twist,
                       sites / kTile, columns, tile_sums};
    runtime::parallel_ranges(
        pass.tiles, 1,
        [&](std::size_t begin, std::size_t end) {
            if constexpr (std::is_same_v<T, double>)
                HWY_DYNAMIC_DISPATCH(clover_double)(pass, begin, end);
            else if constexpr (std::is_same_v<T, float>)
                HWY_DYNAMIC_DISPATCH(clover_single)(pass, begin, end);
            else
                HWY_DYNAMIC_DISPATCH(clover_fixed)(pass, begin, end);
        },
        std::max(1, kTilesWorthAThread / columns));
}

}  // namespace

template <class T>
void add_cpu(const Args& args, const AddFields<T>& f) noexcept {
    run_on_cpu<T>(f.out, f.in, f.out.size(), args.twist, f.blocks);
}

template <class T>
void add_norm_cpu(const Args& args, const AddFields<T>& f,
                  runtime::Write<double> of_tiles) noexcept {
    run_on_cpu<T>(f.out, f.in, f.out.size(), args.twist, f.blocks, of_tiles);
}

template <class T>
void multiply_cpu(const Args& args, const MultiplyFields<T>& f) noexcept {
    run_on_cpu<T>(f.x, f.x, f.x.size(), args.twist, f.blocks);
}

#define TASUKI_INSTANTIATE(T)                                         \
    template void add_cpu(const Args&, const AddFields<T>&) noexcept; \
    template void add_norm_cpu(const Args&, const AddFields<T>&,      \
                               runtime::Write<double>) noexcept;      \
    template void multiply_cpu(const Args&, const MultiplyFields<T>&) noexcept;
TASUKI_INSTANTIATE(double)
TASUKI_INSTANTIATE(float)
TASUKI_INSTANTIATE(Fixed16)
#undef TASUKI_INSTANTIATE

}  // namespace clover
}  // namespace tasuki::wilson
#endif
