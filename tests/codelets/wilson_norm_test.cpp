// |out|^2 from what the kernels leave that write `out`, against a pass over it.
#include <doctest/doctest.h>

#include <limits>
#include <numeric>

#include "codelets/linalg/norm2/norm2.hpp"
#include "codelets/wilson/clover/blocks.hpp"
#include "codelets/wilson/hopping/hopping.hpp"
#include "codelets/wilson/tile_sums/tile_sums.hpp"
#include "codelets/wilson/transfer.hpp"
#include "tests/all_forms.hpp"
#include "tests/close.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/codelets/simd_widths.hpp"
#include "tests/with_threads.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using lattice::Extents;
using linalg::kPartials;
using wilson::Fixed16, wilson::Geometry;
namespace clover = wilson::clover;
namespace tile_sums = wilson::tile_sums;

/// A tile is one cell, and holds several of them.
constexpr Extents kLattices[] = {{{8, 4, 12, 6}}, {{6, 4, 2, 10}}};

/// Of a sum of squares that are made in T, beside that of what is stored: in
/// fixed point each number is off by half of 1/32767 of its site's largest.
template <class T>
constexpr double kOfNorm = std::is_same_v<T, double>  ? 1e-13
                           : std::is_same_v<T, float> ? 1e-6
                                                      : 1e-5;

Geometry geometry_of(const Extents& extents) {
    return wilson::make_geometry(extents, {false, false, false, false});
}

/// One parity of random fields, from column number `first` on.
template <class T>
std::vector<T> columns_of(const Extents& extents, int first, int count,
                          int parity) {
    const auto g = geometry_of(extents);
    std::vector<T> tiles(wilson::spinor_reals<T>(g)), all;
    const auto half = static_cast<std::ptrdiff_t>(tiles.size() / 2);
    for (int c = first; c < first + count; ++c) {
        wilson::import_spinor(lattice::random_source(extents, 10 + c),
                              {0, 0, 0, 0}, g, std::span<T>{tiles});
        all.insert(all.end(), tiles.begin() + parity * half,
                   tiles.begin() + (parity + 1) * half);
    }
    return all;
}

/// What a kernel wrote.
template <class T>
struct Result {
    std::vector<T> out;
    std::vector<double> partials;  // (columns)(kPartials)
};

struct Columns {
    int first, count;
};

/// out = x + b H in with its norm, and without it.
template <class T, int kLinkReals>
class Hops {
  public:
    using Kernel = wilson::hopping::Kernel<T, kLinkReals>;
    using NormKernel = wilson::hopping::NormKernel<T, kLinkReals>;
    using TileSums = tile_sums::Kernel<T>;

    explicit Hops(const Extents& extents)
        : extents_{extents}, links_(wilson::link_reals(g_, kLinkReals)) {
        wilson::import_links<T, kLinkReals>(lattice::hot_start(extents, 5),
                                            {0, 0, 0, 0}, g_,
                                            std::span<T>{links_});
    }
    Result<T> with_norm(const Columns& c, runtime::Where where) const {
        auto in = array_of(columns_of<T>(extents_, c.first, c.count, 1)),
             x = array_of(columns_of<T>(extents_, c.first, c.count, 0)),
             u = array_of(links_);
        runtime::Array<T> out{context(), in.size()};
        runtime::Array<double> partials{context(), partials_of(c)},
            of_tiles{context(), tiles_of(c)};
        runtime::submit<NormKernel>(context(), args(c), {.where = where}, out,
                                    in, x, u, of_tiles);
        runtime::submit<TileSums>(context(), {g_, false}, {.where = where},
                                  partials, of_tiles, out);
        return {values_of(out), values_of(partials)};
    }
    std::vector<T> without(const Columns& c, runtime::Where where) const {
        auto in = array_of(columns_of<T>(extents_, c.first, c.count, 1)),
             x = array_of(columns_of<T>(extents_, c.first, c.count, 0)),
             u = array_of(links_);
        runtime::Array<T> out{context(), in.size()};
        runtime::submit<Kernel>(context(), args(c), {.where = where}, out, in,
                                x, u);
        return values_of(out);
    }
    /// On this thread's team.
    Result<T> on_cpu(const Columns& c) const {
        const auto in = array_of(columns_of<T>(extents_, c.first, c.count, 1)),
                   x = array_of(columns_of<T>(extents_, c.first, c.count, 0)),
                   u = array_of(links_);
        runtime::Array<T> out{context(), in.size()};
        Result<T> result{{}, std::vector<double>(partials_of(c))};
        std::vector<double> of_tiles(tiles_of(c));
        NormKernel::cpu(args(c),
                        {out.write().span(), in.read().span(), x.read().span(),
                         u.read().span()},
                        of_tiles);
        TileSums::cpu({g_, false},
                      {result.partials, of_tiles, out.read().span()});
        result.out = values_of(out);
        return result;
    }

  private:
    wilson::hopping::Args args(const Columns& c) const {
        return {g_, 0, true, -1, 1, -0.03, c.count};
    }
    static std::size_t partials_of(const Columns& c) {
        return static_cast<std::size_t>(c.count) * kPartials;
    }
    std::size_t tiles_of(const Columns& c) const {
        return static_cast<std::size_t>(c.count) * g_.half_volume /
               wilson::kTile;
    }

    Extents extents_;
    Geometry g_ = geometry_of(extents_);
    std::vector<T> links_;
};

/// The squares of what is stored in a column.
template <class T>
double norm2_of(const std::vector<T>& all, int column, int columns) {
    const std::size_t size = all.size() / columns;
    std::vector<double> partials(kPartials);
    linalg::norm2::run_cpu<T>(
        {size}, {partials, std::span{all}.subspan(column * size, size)});
    return std::accumulate(partials.begin(), partials.end(), 0.0);
}

std::vector<double> column_of(const std::vector<double>& partials, int c) {
    return {partials.begin() + c * kPartials,
            partials.begin() + (c + 1) * kPartials};
}

template <class T>
void check_norms(const Result<T>& found, int columns) {
    for (int c = 0; c < columns; ++c) {
        CAPTURE(c);
        const auto parts = column_of(found.partials, c);
        CHECK(close(std::accumulate(parts.begin(), parts.end(), 0.0),
                    norm2_of(found.out, c, columns), kOfNorm<T>));
    }
}

template <class T, int kLinkReals>
void check_hops() {
    for (const auto& extents : kLattices)
        for (const auto where : backends()) {
            CAPTURE(lattice::to_string(extents));
            CAPTURE(name_of(where));
            const Hops<T, kLinkReals> hops{extents};
            for (const int columns : {1, 2, 3, 4, 5}) {
                CAPTURE(columns);
                const Columns all{0, columns};
                const auto found = hops.with_norm(all, where);
                CHECK(found.out == hops.without(all, where));
                check_norms(found, columns);
                // As alone, to the last bit.
                const auto last = hops.with_norm({columns - 1, 1}, where);
                CHECK(column_of(found.partials, columns - 1) == last.partials);
            }
        }
}

template <class T>
void check_clover() {
    const Extents extents = kLattices[0];
    const auto g = geometry_of(extents);
    const auto reals = clover::block_reals<T>(g.half_volume);
    runtime::Array<T> even{context(), reals}, odd{context(), reals},
        inverse{context(), reals};
    clover::import_blocks<T>(
        lattice::hot_start(extents, 5), {0, 0, 0, 0}, g, {0.2, 0.1},
        {even.write().span(), odd.write().span(), inverse.write().span()});
    for (const auto where : backends())
        for (const int columns : {1, 3}) {
            CAPTURE(name_of(where));
            CAPTURE(columns);
            const runtime::SubmitOptions options{.where = where};
            auto in = array_of(columns_of<T>(extents, 0, columns, 0)),
                 sum = array_of(columns_of<T>(extents, 9, columns, 0)),
                 plain = array_of(columns_of<T>(extents, 9, columns, 0));
            runtime::Array<double> partials{
                context(), static_cast<std::size_t>(columns) * kPartials},
                of_tiles{context(), static_cast<std::size_t>(columns) *
                                        g.half_volume / wilson::kTile};
            runtime::submit<clover::AddNorm<T>>(context(), {0.1}, options, sum,
                                                in, even, of_tiles);
            runtime::submit<tile_sums::Kernel<T>>(
                context(), {g, false}, options, partials, of_tiles, sum);
            runtime::submit<clover::Add<T>>(context(), {0.1}, options, plain,
                                            in, even);
            const Result<T> found{values_of(sum), values_of(partials)};
            CHECK(found.out == values_of(plain));
            check_norms(found, columns);
        }
}

/// With nothing known of the tiles at faces.
template <class T>
void check_merged(const Extents& extents, const bool (&cut)[4]) {
    const auto g = wilson::make_geometry(extents, cut);
    constexpr int columns = 2;
    const auto x = columns_of<T>(extents, 0, columns, 0);
    std::vector<double> of_tiles;
    for (int c = 0; c < columns; ++c)
        for (int tile = 0; tile < g.half_volume / wilson::kTile; ++tile)
            of_tiles.push_back(
                tile_sums::is_at_face(g, tile)
                    ? std::numeric_limits<double>::quiet_NaN()
                    : tile_sums::sum_of_tile<T>(x, of_tiles.size()).v[0]);
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        auto field = array_of(x);
        auto sums = array_of(of_tiles);
        runtime::Array<double> partials{context(), columns * kPartials};
        runtime::submit<tile_sums::Kernel<T>>(
            context(), {g, true}, {.where = where}, partials, sums, field);
        check_norms(Result<T>{x, values_of(partials)}, columns);
    }
}

/// Whether all tiles with sites at cut faces are found.
void check_faces(const Geometry& g) {
    for (int n = 0; n < 2 * g.half_volume; ++n) {
        int rest = n, at[4];
        bool is_at_face = false;
        for (int mu = 0; mu < 4; ++mu) {
            at[mu] = rest % g.extent[mu];
            rest /= g.extent[mu];
            is_at_face |=
                g.cut[mu] != 0 && (at[mu] == 0 || at[mu] == g.extent[mu] - 1);
        }
        const auto s = wilson::site_index(g, at[0], at[1], at[2], at[3]);
        if (is_at_face)
            CHECK(tile_sums::is_at_face(g, s.index / wilson::kTile));
    }
}

}  // namespace

TEST_CASE("tiles at cut faces are summed up again") {
    constexpr bool cuts[3][4] = {
        {false, false, false, true}, {true, true, true, false}, {}};
    for (const Extents& extents :
         {kLattices[0], kLattices[1], Extents{{8, 4, 4, 16}}})
        for (const auto& cut : cuts) {
            CAPTURE(lattice::to_string(extents));
            check_faces(wilson::make_geometry(extents, cut));
            check_merged<double>(extents, cut);
            check_merged<float>(extents, cut);
            check_merged<Fixed16>(extents, cut);
        }
    const auto g = wilson::make_geometry({{8, 4, 4, 16}}, cuts[0]);
    int at_face = 0;
    for (int tile = 0; tile < g.half_volume / wilson::kTile; ++tile)
        at_face += tile_sums::is_at_face(g, tile) ? 1 : 0;
    // Those of the first and of the last time slice of a sub-block.
    CHECK(at_face * wilson::kTile * g.sub[wilson::kT] == 2 * g.half_volume);
    CHECK(tile_sums::part_at_faces(g) == 2.0 / g.sub[wilson::kT]);
}

TEST_CASE("a hopping term with its norm is that without, and that of alone") {
    check_hops<double, 18>();
    check_hops<float, 12>();
    check_hops<Fixed16, 12>();
}

TEST_CASE_TEMPLATE("a clover term with the norm of the sum is that without", T,
                   double, float, Fixed16) {
    check_clover<T>();
}

TEST_CASE("a norm is the same bits for any number of threads") {
    for (const auto& extents : kLattices) {
        const Hops<double, 18> hops{extents};
        std::vector<std::vector<double>> found;
        for (const int n : {1, 2, 3, 7})
            with_threads(n, [&] {
                found.push_back(hops.on_cpu({0, 2}).partials);
            });
        for (const auto& partials : found) CHECK(partials == found.front());
    }
}

TEST_CASE("a norm is right for every SIMD width") {
    for_each_simd_width([] {
        for (const auto& extents : kLattices) {
            check_norms(Hops<double, 18>{extents}.on_cpu({0, 1}), 1);
            check_norms(Hops<float, 12>{extents}.on_cpu({0, 1}), 1);
        }
    });
}
