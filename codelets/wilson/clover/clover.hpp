// clover: what a Wilson operator has on a site itself, on sites of one parity,
//   C = B + i t g_5,
// with a Hermitian B that commutes with g_5.  C couples no sites, and is its
// own adjoint with -t.
//   Add        out += C in; AddNorm leaves sums of |out|^2, too
//   Multiply   x = C x
// for one or several columns of fields, which have the same blocks.
// In the halves u, l of a spinor (upper and lower two spins) g_5 exchanges them
// with a sign, so that u - l has the chirality g_5 = +1 and u + l has -1.  B is
// a 6 x 6 matrix for each of these.  blocks.hpp has what they are.
#pragma once

#include <string>

#include "codelets/wilson/site_reals.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson::clover {

/// Of a Hermitian 6 x 6 matrix: its diagonal, then (re, im) of the elements
/// below it, row by row.
inline constexpr int kBlockReals = 36;
inline constexpr int kBlocks = 2;  ///< of a site: g_5 = +1, g_5 = -1

/// Place of element (row, column), column < row, in a block.
TASUKI_HD constexpr int below_diagonal(int row, int column) {
    return 6 + row * (row - 1) + 2 * column;
}

/// The blocks of a site follow one another: (tiles)(2 chiralities)(record).
/// Place of a block as SiteReals counts records.
TASUKI_HD std::size_t block_place(std::size_t site, int chirality) {
    return (site / kTile * kBlocks + chirality) * kTile + site % kTile;
}
/// Reals, scales counted as two, for so many sites: a multiple of kTile.
template <class T>
constexpr std::size_t block_reals(std::size_t sites) {
    return sites / kTile * kBlocks * ScaledRecord<T, kBlockReals>::kTileReals;
}

struct Args {
    double twist;  ///< t
};

template <class T>
struct AddFields {
    runtime::Update<T> out;   // (columns)(sites) spinors
    runtime::Read<T> in;      // (columns)(sites) spinors
    runtime::Read<T> blocks;  // (sites) of two blocks
};
template <class T>
struct MultiplyFields {
    runtime::Update<T> x;     // (columns)(sites) spinors
    runtime::Read<T> blocks;  // (sites) of two blocks
};

/// Sites of one column, which the blocks are for.
template <class T>
constexpr std::size_t sites_of_blocks(runtime::Read<T> blocks) {
    return blocks.size() / block_reals<T>(kTile) * kTile;
}

/// Of a site: two complex products of a 6 x 6 matrix, and the halves.
inline constexpr double kFlopsPerSite = 2 * (6 * 6 * 8 + 6 * 4) + 3 * 12;

template <class T>
void add_cpu(const Args& args, const AddFields<T>& fields) noexcept;
template <class T>
void add_gpu(const Args& args, const AddFields<T>& fields, gpu::Stream stream);
template <class T>
void add_norm_cpu(const Args& args, const AddFields<T>& fields,
                  runtime::Write<double> of_tiles) noexcept;
template <class T>
void add_norm_gpu(const Args& args, const AddFields<T>& fields,
                  runtime::Write<double> of_tiles, gpu::Stream stream);
template <class T>
void multiply_cpu(const Args& args, const MultiplyFields<T>& fields) noexcept;
template <class T>
void multiply_gpu(const Args& args, const MultiplyFields<T>& fields,
                  gpu::Stream stream);

/// @tparam T  double, float or Fixed16
template <class T>
struct Add {
    static constexpr auto name = "clover_add";
    static std::string model() { return variant_name<T>(name); }
    using Args = clover::Args;
    static constexpr auto cpu = add_cpu<T>;
    static constexpr auto gpu = add_gpu<T>;
};
/// And sums of |out|^2 for tile_sums.
template <class T>
struct AddNorm {
    static constexpr auto name = Add<T>::name;
    static std::string model() { return Add<T>::model(); }
    using Args = clover::Args;
    static constexpr auto cpu = add_norm_cpu<T>;
    static constexpr auto gpu = add_norm_gpu<T>;
};
template <class T>
struct Multiply {
    static constexpr auto name = "clover_multiply";
    static std::string model() { return variant_name<T>(name); }
    using Args = clover::Args;
    static constexpr auto cpu = multiply_cpu<T>;
    static constexpr auto gpu = multiply_gpu<T>;
};

}  // namespace tasuki::wilson::clover
