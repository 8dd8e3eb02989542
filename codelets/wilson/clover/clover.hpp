// clover: what a Wilson operator has on a site itself, on sites of one parity,
//   C = B + i t g_5,
// with a Hermitian B that commutes with g_5.  C couples no sites, and is its
// own adjoint with -t.
//   Add        out += C in
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

/// Of a site: two complex products of a 6 x 6 matrix, and the halves.
inline constexpr double kFlopsPerSite = 2 * (6 * 6 * 8 + 6 * 4) + 3 * 12;

/// y = (B + i t) x for one chirality of a site.
/// @param x, y  (2 spins)(3 colours)(re, im)
template <class T, class N>
TASUKI_HD void block_product(const T* blocks, std::size_t place, N t,
                             const N (&x)[12], N (&y)[12]) {
    const SiteReals<T, kBlockReals> b{blocks, place};
    TASUKI_UNROLL(6)
    for (int i = 0; i < 6; ++i) {
        N re = b.r[i] * x[2 * i] - t * x[2 * i + 1];
        N im = b.r[i] * x[2 * i + 1] + t * x[2 * i];
        TASUKI_UNROLL(6)
        for (int j = 0; j < 6; ++j) {
            if (j == i) continue;
            const int at = j < i ? below_diagonal(i, j) : below_diagonal(j, i);
            const N b_re = b.r[at], b_im = j < i ? b.r[at + 1] : -b.r[at + 1];
            re += b_re * x[2 * j] - b_im * x[2 * j + 1];
            im += b_re * x[2 * j + 1] + b_im * x[2 * j];
        }
        y[2 * i] = re;
        y[2 * i + 1] = im;
    }
}

/// C x on a site.
template <class T>
TASUKI_HD SiteReals<T> product(double twist, const T* blocks, std::size_t site,
                               const SiteReals<T>& x) {
    using N = Compute<T>;
    const N t = static_cast<N>(twist);
    N plus[12], minus[12], of_plus[12], of_minus[12];
    TASUKI_UNROLL(12)
    for (int k = 0; k < 12; ++k) {
        plus[k] = x.r[k] - x.r[12 + k];
        minus[k] = x.r[k] + x.r[12 + k];
    }
    block_product(blocks, block_place(site, 0), t, plus, of_plus);
    block_product(blocks, block_place(site, 1), -t, minus, of_minus);
    SiteReals<T> y;
    TASUKI_UNROLL(12)
    for (int k = 0; k < 12; ++k) {
        y.r[k] = N(0.5) * (of_minus[k] + of_plus[k]);
        y.r[12 + k] = N(0.5) * (of_minus[k] - of_plus[k]);
    }
    return y;
}

/// The order in which the sites of all columns are done: those that have the
/// same blocks after one another, tile by tile, while these are in the cache.
class ColumnSites {
  public:
    /// @param reals        of the field of all columns
    /// @param block_reals  of the blocks
    template <class T>
    static ColumnSites of(std::size_t reals, std::size_t block_reals) {
        const auto all = static_cast<unsigned>(sites_in<T>(reals));
        const auto sites = static_cast<unsigned>(
            block_reals / clover::block_reals<T>(kTile) * kTile);
        return {sites, all / sites};
    }
    /// Sites of all columns.
    std::size_t size() const { return std::size_t{sites_} * columns_; }

    struct At {
        std::size_t site;   ///< in the blocks
        std::size_t place;  ///< in the field
    };
    TASUKI_HD At operator[](std::size_t i) const {
        const auto tile = static_cast<unsigned>(i) / kTile;
        const auto lane = static_cast<unsigned>(i) % kTile;
        const unsigned site = tile / columns_ * kTile + lane;
        return {site, std::size_t{tile % columns_} * sites_ + site};
    }

  private:
    ColumnSites(unsigned sites, unsigned columns)
        : sites_{sites}, columns_{columns} {}

    unsigned sites_, columns_;
};

template <class T>
struct AddBody {
    double twist;
    AddFields<T> f;
    ColumnSites sites;
    TASUKI_HD void operator()(std::size_t i) const {
        const auto [site, place] = sites[i];
        SiteReals<T> out{f.out, place};
        const auto more =
            product<T>(twist, f.blocks, site, SiteReals<T>{f.in, place});
        TASUKI_UNROLL(24)
        for (int k = 0; k < kSpinorReals; ++k) out.r[k] += more.r[k];
        out.store(f.out, place);
    }
};
template <class T>
struct MultiplyBody {
    double twist;
    MultiplyFields<T> f;
    ColumnSites sites;
    TASUKI_HD void operator()(std::size_t i) const {
        const auto [site, place] = sites[i];
        product<T>(twist, f.blocks, site, SiteReals<T>{f.x, place})
            .store(f.x, place);
    }
};

template <class T>
void add_cpu(const Args& args, const AddFields<T>& fields) noexcept;
template <class T>
void add_gpu(const Args& args, const AddFields<T>& fields,
             gpu::Stream stream) noexcept;
template <class T>
void multiply_cpu(const Args& args, const MultiplyFields<T>& fields) noexcept;
template <class T>
void multiply_gpu(const Args& args, const MultiplyFields<T>& fields,
                  gpu::Stream stream) noexcept;

/// @tparam T  double, float or Fixed16
template <class T>
struct Add {
    static constexpr auto name = "clover_add";
    static std::string model() { return variant_name<T>(name); }
    using Args = clover::Args;
    static constexpr auto cpu = add_cpu<T>;
    static constexpr auto gpu = add_gpu<T>;
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
