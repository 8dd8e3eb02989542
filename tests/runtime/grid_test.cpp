// Fields in blocks, against one array that nobody cuts: for 1 to 4 directions,
// for all ways of cutting, between ranks, and in tests/imitated/ on GPUs.
#include "runtime/grid/grid.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "runtime/core/error.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/runtime/grid_kernels.hpp"
#include "tests/runtime/grid_support.hpp"

namespace {

using namespace tasuki;
using runtime::Blocks, runtime::Cut, runtime::Graph, runtime::PerDirection,
    runtime::Ranks, runtime::SubmitOptions;
using namespace tasuki::test;

/// The whole field in one array, last direction fastest.
template <class T, int D>
struct Plain {
    using At = runtime::PerDirection<D>;
    At cells;
    std::array<bool, std::size_t(D)> periodic;
    std::vector<T> values;

    /// A value that no other cell has, also beyond the ends.
    static T start(const At& at) {
        T value = 1;
        for (const int i : at) value = T(0.37) * value + T(i);
        return value;
    }
    template <class Use>
    void each(const Use& use) {
        At at{};
        for (T& value : values) {
            use(at, value);
            for (int d = D - 1; d >= 0 && ++at[d] == cells[d]; --d) at[d] = 0;
        }
    }
    T operator()(At at) const {
        std::size_t n = 0;
        bool inside = true;
        for (int d = 0; d < D; ++d) {
            if (periodic[d]) at[d] = (at[d] + cells[d]) % cells[d];
            inside = inside && at[d] >= 0 && at[d] < cells[d];
            n = n * cells[d] + at[d];
        }
        return inside ? values[n] : start(at);
    }
    Plain(const At& its_cells,
          const std::array<bool, std::size_t(D)>& its_periodic)
        : cells{its_cells}, periodic{its_periodic} {
        std::size_t n = 1;
        for (const int c : cells) n *= c;
        values.resize(n);
        each([](const At& at, T& value) { value = start(at); });
    }
    Plain step(Reach reach) const {
        Plain next = *this;
        next.each([&](const At& at, T& value) {
            int cell[D];
            std::copy(at.begin(), at.end(), cell);
            value = formula<T, D>(reach, cell, [this](const int(&c)[D]) {
                return (*this)(std::to_array(c));
            });
        });
        return next;
    }
};

template <class T, int D>
void set_start(Blocks<T, D>& field) {
    const auto start = [](auto... i) { return Plain<T, D>::start({i...}); };
    field.set(start);
    field.set_boundary(start);
}

/// Whether all cells of this rank, and on rank 0 all that it gathers, are
/// these.
template <class T, int D>
bool holds(const Blocks<T, D>& field, const Plain<T, D>& expected) {
    bool same = true;
    std::size_t cells = 0;
    const auto compare = [&](const PerDirection<D>& at, T value) {
        same = same && value == expected(at);
        ++cells;
    };
    field.each([&](auto... all) {
        const std::array packed{static_cast<double>(all)...};
        PerDirection<D> at;
        for (int d = 0; d < D; ++d) at[d] = static_cast<int>(packed[d]);
        compare(at, static_cast<T>(packed[D]));
    });
    const Ranks& ranks = field.context().ranks();
    std::array sum{static_cast<double>(cells)};
    ranks.sum(sum);
    const std::vector<T> all = field.gather();
    return same && sum[0] == static_cast<double>(expected.values.size()) &&
           (ranks.is_first() ? all == expected.values : all.empty());
}

/// One way to submit: where tasks run, and whether as graphs.
struct How {
    Where where;
    bool graphs;
};

/// Two steps and two more give what the plain array has.
template <class T, int D>
bool is_right(Context& context, const PerDirection<D>& cells, const Cut<D>& cut,
              How how) {
    const Reach reach{cut.halo, cut.corners};
    Blocks<T, D> u{context, cells, cut}, next = u.like();
    set_start(u);
    set_start(next);
    Plain<T, D> expected{cells, cut.periodic};
    const SubmitOptions options{.where = how.where};
    const auto steps = [&] {
        runtime::sweep<Mean<T, D>>(context, reach, options, next, u);
        runtime::sweep<Mean<T, D>>(context, reach, options, u, next);
    };
    if (how.graphs) {
        Graph graph = runtime::record(context, steps);
        graph.run(2);
    } else {
        steps();
        steps();
    }
    for (int step = 0; step < 4; ++step) expected = expected.step(reach);
    return holds(u, expected);
}

template <int D>
void check_cuts(Context& context, const PerDirection<D>& cells,
                const std::vector<PerDirection<D>>& cuts) {
    int tried = 0;
    for (const PerDirection<D>& blocks : cuts)
        for (const int halo : {1, 2})
            for (const int ends : {0, 1, 2})
                for (const bool corners : {false, true}) {
                    Cut<D> cut{
                        .blocks = blocks, .halo = halo, .corners = corners};
                    // None, all, or every second one.
                    for (int d = 0; d < D; ++d)
                        cut.periodic[d] =
                            ends == 1 || (ends == 2 && d % 2 == 0);
                    bool fits = false;
                    int most = 1;
                    for (int d = 0; d < D; ++d)
                        most = std::max(most, blocks[d]);
                    fits = most >= context.ranks().size();
                    for (int d = 0; d < D; ++d)
                        fits = fits && cells[d] / blocks[d] >= halo;
                    // 3^4 and 5^4 terms take long.
                    if (!fits || (D == 4 && corners && halo == 2)) continue;
                    CAPTURE(halo);
                    CAPTURE(ends);
                    CAPTURE(corners);
                    CAPTURE(blocks[0]);
                    CAPTURE(blocks[D - 1]);
                    const bool odd = ++tried % 2 == 1;
                    const How how{
                        tried % 3 == 0 ? Where::any : where_of(context), odd};
                    CHECK(is_right<double, D>(context, cells, cut, how));
                    CHECK(is_right<float, D>(context, cells, cut, how));
                }
    CHECK(tried > 0);
}

}  // namespace

TEST_CASE("a stencil has the bits of one array in 1 direction on ranks") {
    Context context{with_all()};
    check_cuts<1>(context, {13}, {{1}, {2}, {4}, {6}});
}

TEST_CASE("a stencil has the bits of one array in 2 directions on ranks") {
    Context context{with_all()};
    check_cuts<2>(context, {9, 11}, {{1, 1}, {1, 4}, {4, 1}, {2, 3}, {4, 5}});
}

TEST_CASE("a stencil has the bits of one array in 3 directions on ranks") {
    Context context{with_all()};
    check_cuts<3>(context, {5, 6, 8},
                  {{1, 1, 1}, {1, 2, 4}, {2, 1, 2}, {2, 3, 4}});
}

TEST_CASE("a stencil has the bits of one array in 4 directions on ranks") {
    Context context{with_all()};
    check_cuts<4>(context, {4, 3, 5, 4},
                  {{1, 1, 1, 1}, {4, 1, 1, 1}, {2, 1, 2, 1}, {2, 3, 2, 4}});
}
