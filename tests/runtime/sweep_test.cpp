// What a sweep does with the fields that it is given.
#include <doctest/doctest.h>

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "runtime/core/error.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/grid/grid.hpp"
#include "tests/refusal.hpp"
#include "tests/runtime/grid_kernels.hpp"
#include "tests/runtime/grid_support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Blocks, runtime::Cut, runtime::sweep;

double start(int i, int j) {
    return 1 + i * 0.25 + j * (j % 3) * 0.5;
}

constexpr int kRows = 12, kColumns = 9;

Cut<2> cut_of(const Context& context, int rows, int columns) {
    return {.blocks = {std::max(rows, context.ranks().size()), columns},
            .halo = 1,
            .periodic = {true, false}};
}

}  // namespace

TEST_CASE(
    "a field that is updated with its halo has the same for any cut on ranks") {
    Context context{with_all()};
    std::vector<double> expected(kRows * kColumns);
    const auto at = [&](int i, int j) -> double {
        if (j < 0 || j >= kColumns) return 0.5;
        return expected[(i + kRows) % kRows * kColumns + j];
    };
    for (int i = 0; i < kRows; ++i)
        for (int j = 0; j < kColumns; ++j)
            expected[i * kColumns + j] = start(i, j);
    for (int step = 0; step < 6; ++step)
        for (int i = 0; i < kRows; ++i)
            for (int j = 0; j < kColumns; ++j)
                if ((i + j) % 2 == step % 2)
                    expected[i * kColumns + j] = (at(i - 1, j) + at(i + 1, j) +
                                                  at(i, j - 1) + at(i, j + 1)) /
                                                 4;
    for (const auto& [rows, columns] :
         {std::pair{1, 1}, std::pair{4, 1}, std::pair{1, 3}, std::pair{6, 4}}) {
        CAPTURE(rows);
        CAPTURE(columns);
        Blocks<double, 2> u{
            context, {kRows, kColumns}, cut_of(context, rows, columns), 0.5};
        u.set(start);
        const auto both = [&] {
            sweep<Relax>(context, {0}, {.where = where_of(context)}, u);
            sweep<Relax>(context, {1}, {.where = where_of(context)}, u);
        };
        runtime::Graph graph = runtime::record(context, both);
        graph.run();
        both();
        graph.run();
        const auto all = u.gather();
        if (context.ranks().is_first()) CHECK(all == expected);
    }
}

TEST_CASE("a sweep has fields of several types and directions on ranks") {
    Context context{with_all()};
    const int blocks = 4;
    Blocks<double, 2> u{
        context, {kRows, kColumns}, {.blocks = {blocks, 1}, .halo = 1}, 2.0};
    Blocks<float, 2> v{context, {kRows, kColumns}, {.blocks = {blocks, 1}}};
    Blocks<int, 3> weights{
        context, {2, kRows, kColumns}, {.blocks = {1, blocks, 1}}};
    Blocks<double, 1> sums{context, {kRows}, {.blocks = {blocks}}, -1};
    u.set(start);
    v.set([](int, int) { return 0.5F; });
    weights.set([](int n, int i, int j) { return 10 * n + i + j; });
    for (int step = 0; step < 3; ++step)
        sweep<Weigh>(context, {3}, {.where = where_of(context)}, sums, v, u,
                     std::as_const(weights));
    int cells = 0;
    const auto at = [](int i, int j) {
        return i < 0 || i >= kRows ? 2.0 : start(i, j);
    };
    sums.each([&](int i, double sum) {
        double expected = 0;
        for (int j = 0; j < kColumns; ++j)
            expected +=
                3.0 * (i + j) * at(i - 1, j) + (10 + i + j) * at(i + 1, j);
        CHECK(sum == expected);
        ++cells;
    });
    v.each([&](int i, int, float value) { CHECK(value == 0.5F + 3 * i); });
    CHECK(cells == kRows / context.ranks().size());
}

TEST_CASE(
    "a halo is that of the last write, however often it is read on ranks") {
    Context context{with_all()};
    const Cut<2> cut = cut_of(context, 3, 2);
    Blocks<double, 2> u{context, {kRows, kColumns}, cut}, first = u.like(),
                                                          second = u.like();
    for (const double factor : {1.0, -3.0}) {
        u.set([&](int i, int j) { return factor * start(i, j); });
        sweep<Around>(context, {}, first, u);
        sweep<Around>(context, {}, second, u);
        const auto once = first.gather(), again = second.gather();
        CHECK(once == again);
        if (!context.ranks().is_first()) continue;
        const auto at = [&](int i, int j) {
            if (j < 0 || j >= kColumns) return 0.0;
            return factor * start((i + kRows) % kRows, j);
        };
        CHECK(once[5 * kColumns] ==
              at(5, 0) + 2 * at(4, 0) + 4 * at(6, 0) + 16 * at(5, 1));
        CHECK(once[kColumns - 1] ==
              at(0, 8) + 2 * at(11, 8) + 4 * at(1, 8) + 8 * at(0, 7));
    }
}

TEST_CASE("ranks have a Cartesian part of the blocks on ranks") {
    Context context{with_all()};
    const int ranks = context.ranks().size();
    if (ranks % 2 != 0) return skip(kOneRank);
    Cut<2> cut{.blocks = {4, 4}, .halo = 1, .ranks = {ranks / 2, 2}};
    Blocks<double, 2> u{context, {kRows, kColumns}, cut}, next = u.like();
    u.set(start);
    CHECK(u.count() == 16 / ranks);
    const int column = context.ranks().rank() % 2;
    for (int b = 0; b < u.count(); ++b)
        CHECK((u.part(b).first[1] < 4) == (column == 0));
    sweep<Around>(context, {}, next, u);
    const auto at = [](int i, int j) {
        const bool out = i < 0 || j < 0 || i >= kRows || j >= kColumns;
        return out ? 0.0 : start(i, j);
    };
    next.each([&](int i, int j, double value) {
        CHECK(value == at(i, j) + 2 * at(i - 1, j) + 4 * at(i + 1, j) +
                           8 * at(i, j - 1) + 16 * at(i, j + 1));
    });
}

TEST_CASE("a block is read with its halo, and one rank has them in order") {
    Context context;
    Blocks<double, 2> u{context, {5, 7}, {.blocks = {2, 3}, .halo = 1}},
        next = u.like();
    u.set(start);
    sweep<Around>(context, {}, next, u);
    CHECK(u.count() == 6);
    CHECK(u.part(4).first == runtime::PerDirection<2>{2, 2});
    CHECK(u.part(4).extent == runtime::PerDirection<2>{3, 2});
    const auto block = u.read(4);
    CHECK(block(0, 1) == start(2, 3));
    CHECK(block(-1, 0) == start(1, 2));
    CHECK(block(0, 2) == start(2, 4));
    CHECK(block(3, 0) == 0);
}

TEST_CASE("what a GPU does with each cell is what a CPU does with all") {
    using runtime::detail::Frame;
    // All four faces leave, for neighbours of this rank.
    Frame frame{{1, 1, 4, 5}, {0, 0, 8, 10}, 2, 2, 0b1100, 0, 0, 0b1111'0000};
    Frame read = frame;
    read.leaves = 0;
    using Tasks = runtime::Sweep<Around>;
    const Tasks::Args args{{frame, read}, {}};
    std::vector<double> u(8 * 9), next(u.size(), -1), other = next;
    std::iota(u.begin(), u.end(), 1.0);
    using Bytes = std::vector<std::byte>;
    std::vector<Bytes> by_cpu(4), by_gpu(4);
    const auto list = [&](std::vector<Bytes>& faces) {
        runtime::detail::LeavingFaces leaves;
        for (std::size_t n = 0; n < 4; ++n) {
            faces[n].resize(2 * (n < 2 ? 5 : 4) * sizeof(double));
            leaves.add(runtime::Write<std::byte>{faces[n]});
        }
        return leaves;
    };
    Tasks::cpu(args, next, u, {}, list(by_cpu));
    const auto body = Tasks::body(args, other, u, list(by_gpu));
    CHECK(body.packs);
    CHECK(body.size() == 20);
    for (int n = 0; n < body.size(); ++n) body(n);
    CHECK(other == next);
    CHECK(by_gpu == by_cpu);
    // The copies of faces alone, element by element.
    std::vector<Bytes> copied(4);
    const auto leaves = list(copied);
    const runtime::Read<double> cells{next};
    const auto faces = runtime::detail::faces_of(
        cells, frame, frame.leaves, runtime::detail::Side::own, leaves.begin());
    CHECK(faces.size() == 36);
    for (int n = 0; n < faces.size(); ++n)
        runtime::detail::CopyFaces<double, runtime::detail::Copy::packs>{faces}(
            n);
    CHECK(copied == by_cpu);
}

TEST_CASE("fields that do not fit are refused") {
    Context context;
    using Field = Blocks<double, 2>;
    const auto make = [&](const Cut<2>& cut) {
        return Field{context, {6, 8}, cut};
    };
    CHECK_REFUSAL(make({.blocks = {7, 1}}), "1 to 6 blocks along direction 0");
    CHECK_REFUSAL(make({.blocks = {1, 0}}), "1 to 8 blocks along direction 1");
    CHECK_REFUSAL(make({.blocks = {1, 5}, .halo = 2}), "direction 1",
                  "thinner");
    CHECK_REFUSAL(make({.blocks = {1, 1}, .halo = 7, .periodic = {true}}),
                  "direction 0", "thinner");
    CHECK_REFUSAL(make({.halo = -1}), "less than 0");
    CHECK_REFUSAL(make({.blocks = {2, 2}, .ranks = {2, 1}}), "1 ranks, got 2");
    CHECK_REFUSAL((Blocks<char, 3>{context, {2000, 2000, 2000}, {}}),
                  "cut it into more blocks");
    Field u = make({.blocks = {2, 2}, .halo = 1}), next = u.like();
    CHECK_REFUSAL(sweep<Around>(context, {}, u, u), "field 2 twice");
    Field bare = make({.blocks = {2, 2}});
    CHECK_REFUSAL(sweep<Around>(context, {}, next, bare), "field 2", "halo");
    Field other = make({.blocks = {4, 1}, .halo = 1});
    CHECK_REFUSAL(sweep<Around>(context, {}, next, other), "other blocks");
    Field three = make({.blocks = {3, 1}, .halo = 1});
    CHECK_REFUSAL(sweep<Around>(context, {}, three, next), "other blocks");
    sweep<Around>(context, {}, next, u);

    CHECK(runtime::FieldsOf<Around, Field, Field>);
    CHECK(!runtime::FieldsOf<Around, Field, const Field>);  // its halo changes
    CHECK(!runtime::FieldsOf<Around, Field>);
    CHECK(!runtime::FieldsOf<Around, Field, Blocks<float, 2>>);
    CHECK(!runtime::FieldsOf<Around, Field, Blocks<double, 3>>);
    CHECK(runtime::FieldsOf<Weigh, Blocks<double, 1>, Blocks<float, 2>, Field,
                            const Blocks<int, 3>>);
}
