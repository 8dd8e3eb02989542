// Kernels that compute each cell of a block from those around it: one function
// serves CPUs and GPUs.
//
//   struct Ratio { double r; };
//   struct Step : Stencil<Step, Ratio, WriteGrid<double, 2>,
//                         ReadHalo<double, 2>> {
//       static constexpr auto name = "step";
//       TASUKI_HD static void at(int i, int j, Ratio a,
//                                WriteGrid<double, 2> next,
//                                ReadHalo<double, 2> u) {
//           next(i, j) = u(i, j) + a.r * (u(i - 1, j) - 2 * u(i, j) +
//                                         u(i + 1, j));
//       }
//   };
//   sweep<Step>(context, {.r = 0.2}, next, u);  // sweep.hpp
#pragma once

#include <cstddef>
#include <utility>

#include "runtime/core/elements.hpp"
#include "runtime/core/team.hpp"
#include "runtime/grid/faces.hpp"
#include "runtime/grid/view.hpp"

namespace tasuki::runtime {

namespace detail {

struct IsStencil {};

/// Calls use(i, j, ...) with the indices of a cell of the last D directions.
template <int D, class Use, std::size_t... d>
TASUKI_HD void with_indices(const int (&cell)[kDirections], const Use& use,
                            std::index_sequence<d...>) {
    use(cell[kDirections - D + static_cast<int>(d)]...);
}

/// Calls K::at() for one cell.
template <class K>
struct AtCell {
    const typename K::Args& args;
    const int (&cell)[kDirections];

    template <class First, class... Views>
    TASUKI_HD void operator()(const First& first, const Views&... rest) const {
        with_indices<First::dims>(
            cell, [&](auto... index) { K::at(index..., args, first, rest...); },
            std::make_index_sequence<First::dims>{});
    }
};

/// In place of Faces, of what a kernel only reads.
struct NoFaces {
    TASUKI_HD void pack_cell(const int (&)[kDirections]) const {}
};

struct PackCell {
    const int (&cell)[kDirections];

    template <class... All>
    TASUKI_HD void operator()(const All&... faces) const {
        (faces.pack_cell(cell), ...);
    }
};

/// The body of a GPU's loop over the cells of a block: it also copies the cells
/// that it writes to the faces, as a launch for these alone would take longer.
template <class K, class Views, class AllFaces>
struct StencilBody {
    typename K::Args args;
    Views views;
    AllFaces faces;
    int extent[kDirections];
    bool packs;

    int size() const { return extent[0] * extent[1] * extent[2] * extent[3]; }
    TASUKI_HD void operator()(int n) const {
        int cell[kDirections];
        for (int d = kDirections - 1; d >= 0; --d) {
            cell[d] = n % extent[d];
            n /= extent[d];
        }
        views.apply(AtCell<K>{args, cell});
        if (packs) faces.apply(PackCell{cell});
    }
};

}  // namespace detail

/// The base of a kernel K whose sweeps call K::at(i, j, ..., args, views...)
/// for each cell of a block, in any order and on several threads.  All views
/// have as many directions, and their fields are cut alike.
template <class K, class A, class First, class... Views>
struct Stencil : detail::IsStencil {
    static_assert(((First::dims == Views::dims) && ...),
                  "the fields of a stencil have as many directions");
    using Args = A;  ///< what sweep() takes beside the fields

    /// On the CPUs of a worker.
    static void cpu(const Args& args, First first, Views... views) {
        constexpr int kLast = First::dims - 1;
        std::size_t rows = 1;
        for (int d = 0; d < kLast; ++d)
            rows *= static_cast<std::size_t>(first.extent(d));
        const auto range = [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row)
                compute_row(static_cast<int>(row), args, first, views...);
        };
        const auto length = static_cast<std::size_t>(first.extent(kLast));
        parallel_ranges(rows, 1, range, kWorthACpu / length);
    }

  private:
    /// By value: stores of the loop cannot change what it uses.
    static void compute_row(int row, const Args args, const First first,
                            const Views... views) {
        constexpr int kLast = First::dims - 1;
        int cell[First::dims]{};
        for (int d = kLast - 1; d >= 0; --d) {
            cell[d] = row % first.extent(d);
            row /= first.extent(d);
        }
        const auto loop = [&]<std::size_t... d>(std::index_sequence<d...>) {
            const int length = first.extent(kLast);
#pragma GCC ivdep  // cells may be computed in any order
            for (int i = 0; i < length; ++i)
                K::at(cell[d]..., i, args, first, views...);
        };
        loop(std::make_index_sequence<kLast>{});
    }
};

}  // namespace tasuki::runtime
