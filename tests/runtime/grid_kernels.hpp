// Kernels on grids, for CPUs, and in builds with a GPU toolkit for GPUs, whose
// compiler reads this.  Products are by powers of two, so that a GPU that fuses
// them with sums has the same bits.
#pragma once

#include "runtime/grid/grid.hpp"

namespace tasuki::test {

using runtime::ReadGrid, runtime::ReadHalo, runtime::Stencil,
    runtime::UpdateGrid, runtime::UpdateHalo, runtime::WriteGrid;

/// Which cells around a cell a formula reads.
struct Reach {
    int width;     ///< on each side
    bool corners;  ///< at several indices at once, too
};

/// A sum of all cells that it reads, in one order; neighbours in it have other
/// weights.
template <class T, int D, class Cells>
TASUKI_HD T formula(Reach reach, const int (&at)[D], const Cells& cells) {
    const int side = 2 * reach.width + 1;
    int all = 1;
    for (int d = 0; d < D; ++d) all *= side;
    T sum = 0;
    for (int n = 0, used = 0; n < all; ++n) {
        int cell[D], directions = 0;
        for (int d = D - 1, rest = n; d >= 0; --d, rest /= side) {
            const int offset = rest % side - reach.width;
            cell[d] = at[d] + offset;
            directions += offset != 0;
        }
        if (directions > 1 && !reach.corners) continue;
        sum += cells(cell) / T(1 << (used++ % 7 + 2));
    }
    return sum;
}

/// The cells of a view, by an array of indices.
template <class View>
struct CellsOf {
    View view;
    TASUKI_HD auto operator()(const int (&at)[1]) const { return view(at[0]); }
    TASUKI_HD auto operator()(const int (&at)[2]) const {
        return view(at[0], at[1]);
    }
    TASUKI_HD auto operator()(const int (&at)[3]) const {
        return view(at[0], at[1], at[2]);
    }
    TASUKI_HD auto operator()(const int (&at)[4]) const {
        return view(at[0], at[1], at[2], at[3]);
    }
};

/// next = the formula of u.
template <class T, int D>
struct Mean : Stencil<Mean<T, D>, Reach, WriteGrid<T, D>, ReadHalo<T, D>> {
    static constexpr auto name = "mean";
    using Next = WriteGrid<T, D>;
    using Old = ReadHalo<T, D>;
    template <class... Index>
    TASUKI_HD static void compute(Reach reach, Next next, Old u, Index... i) {
        const int at[]{i...};
        next(i...) = formula<T, D>(reach, at, CellsOf<Old>{u});
    }
    TASUKI_HD static void at(int i, Reach a, Next next, Old u) {
        compute(a, next, u, i);
    }
    TASUKI_HD static void at(int i, int j, Reach a, Next next, Old u) {
        compute(a, next, u, i, j);
    }
    TASUKI_HD static void at(int i, int j, int k, Reach a, Next next, Old u) {
        compute(a, next, u, i, j, k);
    }
    TASUKI_HD static void at(int i, int j, int k, int l, Reach a, Next next,
                             Old u) {
        compute(a, next, u, i, j, k, l);
    }
};

struct Nothing {};

/// next = the neighbours of u, each with another weight.
struct Around
    : Stencil<Around, Nothing, WriteGrid<double, 2>, ReadHalo<double, 2>> {
    static constexpr auto name = "around";
    TASUKI_HD static void at(int i, int j, Nothing, WriteGrid<double, 2> next,
                             ReadHalo<double, 2> u) {
        next(i, j) = u(i, j) + 2 * u(i - 1, j) + 4 * u(i + 1, j) +
                     8 * u(i, j - 1) + 16 * u(i, j + 1);
    }
};

struct Color {
    int color;
};
/// As Gauss and Seidel, for the cells of one colour of a chessboard.
struct Relax : Stencil<Relax, Color, UpdateHalo<double, 2>> {
    static constexpr auto name = "relax";
    TASUKI_HD static void at(int i, int j, Color a, UpdateHalo<double, 2> u) {
        if ((u.first(0) + i + u.first(1) + j) % 2 != a.color) return;
        u(i, j) = (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)) / 4;
    }
};

/// Fields of several directions and types, of which one is summed by rows.
struct Weigh {
    static constexpr auto name = "weigh";
    struct Args {
        double factor;
    };
    WriteGrid<double, 1> sums;
    UpdateGrid<float, 2> v;
    ReadHalo<double, 2> u;
    ReadGrid<int, 3> weights;
    double factor;
    TASUKI_HD void operator()(int i) const {
        double sum = 0;
        for (int j = 0; j < u.extent(1); ++j) {
            sum += factor * weights(0, i, j) * u(i - 1, j) +
                   weights(1, i, j) * u(i + 1, j);
            v(i, j) += static_cast<float>(u.first(0) + i);
        }
        sums(i) = sum;
    }
    static void cpu(const Args& args, WriteGrid<double, 1> sums,
                    UpdateGrid<float, 2> v, ReadHalo<double, 2> u,
                    ReadGrid<int, 3> weights) {
        const Weigh row{sums, v, u, weights, args.factor};
        for (int i = 0; i < u.extent(0); ++i) row(i);
    }
    static void gpu(const Args& args, WriteGrid<double, 1> sums,
                    UpdateGrid<float, 2> v, ReadHalo<double, 2> u,
                    ReadGrid<int, 3> weights, gpu::Stream);
};

}  // namespace tasuki::test
