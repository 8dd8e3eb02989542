// A field on a grid of 1 to 4 directions, cut into blocks that tasks compute
// and ranks share.
//
//   Blocks<double, 2> u{context, {1024, 1024}, {.blocks = {4, 4}, .halo = 1}};
//   u.set([](int i, int j) { return i == j ? 1.0 : 0.0; });
//   sweep<Step>(context, {}, next, u);                       // sweep.hpp
//   u.each([&](int i, int j, double value) { sum += value; });
//
// A program never sends a face: sweep() does, with numbers of messages that the
// field chooses for itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <deque>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/core/error.hpp"
#include "runtime/grid/block_grid.hpp"
#include "runtime/grid/faces.hpp"
#include "runtime/grid/view.hpp"

namespace tasuki::runtime {

/// A number for each direction.  The last one is contiguous in memory.
template <int D>
using PerDirection = std::array<int, D>;

/// How a field is cut.
template <int D>
struct Cut {
    /// Along each direction, as equal as possible; left out: one.
    PerDirection<D> blocks{};
    /// Cells of the neighbours that kernels read, on each side.
    int halo = 0;
    /// Directions whose last cell is next to the first one.  At the ends of the
    /// others the halo keeps the boundary's values.
    std::array<bool, D> periodic{};
    /// Whether kernels read the halo at several indices at once, as u(-1, -1).
    /// It costs further tasks where more than one direction is cut.
    bool corners = false;
    /// Ranks along each direction, of which each has as many of the blocks;
    /// left out: slabs along the first direction that has enough blocks.
    PerDirection<D> ranks{};
};

namespace detail {

template <class K, class Parameters>
class SweepTasks;

template <int D>
Layout layout_of(const PerDirection<D>& cells, const Cut<D>& cut) {
    Layout l{D, {1, 1, 1, 1}, {1, 1, 1, 1}, {}, {}, cut.halo, cut.corners};
    const bool one = cut.blocks == PerDirection<D>{};
    const bool placed = cut.ranks != PerDirection<D>{};
    if (placed) l.ranks = {1, 1, 1, 1};
    for (std::size_t d = 0, to = kDirections - D; d < D; ++d, ++to) {
        l.cells[to] = cells[d];
        l.blocks[to] = one ? 1 : cut.blocks[d];
        l.periodic[to] = cut.periodic[d];
        if (placed) l.ranks[to] = cut.ranks[d];
    }
    return l;
}

/// Calls use(indices...) for all cells of a box, the last index fastest.
template <int D, class Use, class... Index>
void each_cell(const int* begin, const int* extent, const Use& use,
               Index... index) {
    if constexpr (sizeof...(Index) == D)
        use(index...);
    else
        for (int n = 0; n < *extent; ++n)
            each_cell<D>(begin + 1, extent + 1, use, index..., *begin + n);
}

}  // namespace detail

/// Ends before its Context does, as Array.  Where ranks are several, every one
/// makes it, in the same order as its other fields, and calls gather().  Its
/// messages have numbers from 2^40 on.
template <class T, int D>
requires std::is_trivially_copyable_v<T>
class Blocks : private detail::BlockGrid {
  public:
    static constexpr int dims = D;  ///< directions
    using Element = T;              ///< of a cell

    /// One block of this rank, in the whole field.
    struct Part {
        PerDirection<D> first;   ///< index of its cell 0
        PerDirection<D> extent;  ///< cells
    };

    /// All cells, and the halo at the ends of the directions, are `value`.
    /// @param cells  along each direction
    /// @throws UsageError  a direction with more blocks than cells; blocks that
    ///                     are thinner than the halo, or larger than 2^31
    ///                     elements; a rank without a block
    Blocks(Context& context, const PerDirection<D>& cells, const Cut<D>& cut,
           const T& value = {})
        : BlockGrid{context, detail::layout_of<D>(cells, cut), sizeof(T)} {
        fill(value);
    }

    /// Another field that is cut likewise, and `value` everywhere.
    Blocks like(const T& value = {}) const { return {*this, value}; }

    /// The Context that it was made with.
    using BlockGrid::context;
    /// Blocks of this rank, in the order of the field, the last direction
    /// fastest.
    int count() const { return BlockGrid::count(); }
    /// `block` counts from 0 to below count(), as in all functions here.
    Part part(int block) const {
        Part p;
        std::copy_n(frame(block).first + kBefore, D, p.first.begin());
        std::copy_n(frame(block).extent + kBefore, D, p.extent.begin());
        return p;
    }

    /// A block in host memory, for one scope.
    class Host {
      public:
        /// By read().
        Host(const Array<T>& array, const detail::Frame& frame)
            : memory_{array.read()}, view_{memory_.begin(), frame} {}
        /// As GridView's; the halo is that of the last sweep that read it.
        template <class... Index>
        const T& operator()(Index... index) const {
            return view_(index...);
        }

      private:
        typename Array<T>::template Host<const T> memory_;
        ReadHalo<T, D> view_;
    };
    /// Waits for the tasks that use the block.
    Host read(int block) const { return {arrays_[block], frame(block)}; }

    /// Calls use(index..., value) for all cells of this rank, block by block.
    /// The indices are those in the whole field.  Waits for the tasks.
    template <class Use>
    void each(const Use& use) const {
        for (int b = 0; b < count(); ++b) {
            const Host host = read(b);
            const Part p = part(b);
            const PerDirection<D> zero{};
            detail::each_cell<D>(
                zero.data(), p.extent.data(), [&](auto... index) {
                    std::apply(
                        [&](auto... global) { use(global..., host(index...)); },
                        global_of(p, {index...}));
                });
        }
    }

    /// Sets each cell to value(index...), of the indices in the whole field.
    /// Waits for the tasks that use the blocks.
    template <class Value>
    void set(const Value& value) {
        change(0, [&](T& cell, auto... index) { cell = value(index...); });
    }
    /// Sets the halo beyond the ends of directions that are not periodic.  The
    /// index of such a direction is then below 0, or the number of cells or
    /// more.
    template <class Value>
    void set_boundary(const Value& value) {
        change(layout().halo, [&](T& cell, auto... index) {
            const PerDirection<D> at{index...};
            for (std::size_t d = 0; d < D; ++d)
                if (at[d] < 0 || at[d] >= layout().cells[kBefore + d]) {
                    cell = value(index...);
                    return;
                }
        });
    }

    /// All cells in the order of the field, on rank 0; empty on the others.
    std::vector<T> gather() const {
        std::vector<T> own;
        each([&](auto... all) {
            own.push_back(std::get<D>(std::tuple{all...}));
        });
        const auto* const bytes = reinterpret_cast<const char*>(own.data());
        const std::vector<std::string> all =
            context().ranks().collect({bytes, own.size() * sizeof(T)});
        std::vector<T> result(all.empty() ? 0 : size());
        std::vector<std::size_t> taken(all.size());
        for (int n = 0; !all.empty() && n < blocks(); ++n) {
            const auto rank = static_cast<std::size_t>(owner(n));
            const detail::Box box = cells_of(n);
            detail::each_cell<D>(
                box.begin + kBefore, box.extent + kBefore, [&](auto... index) {
                    std::memcpy(&result[number_in_field({index...})],
                                all[rank].data() + taken[rank], sizeof(T));
                    taken[rank] += sizeof(T);
                });
        }
        return result;
    }

  private:
    template <class, class>
    friend class detail::SweepTasks;

    /// Sends what other ranks need and has as many phases behind it as it can,
    /// without the last: then come receive(), tasks that fill the halo from
    /// these faces, and release().
    /// @tparam kGpu  whether GPUs may do what that needs
    template <bool kGpu>
    void begin_exchange() {
        open(0);
        for (int b = 0; b < count(); ++b) submit_take_faces<kGpu>(b);
        send(0);
        for (int phase = 1; phase < phases(); ++phase) {
            receive(phase - 1);
            open(phase);
            for (int b = 0; b < count(); ++b)
                submit_fill<kGpu>(b, phase - 1, phase);
            release(phase - 1);
            send(phase);
        }
    }
    /// Has all of that done by tasks of their own.
    template <bool kGpu>
    void fill_halo() {
        receive(phases() - 1);
        for (int b = 0; b < count(); ++b)
            submit_fill<kGpu>(b, phases() - 1, -1);
        release(phases() - 1);
    }

    Array<T>& array(int block) { return arrays_[block]; }
    const Array<T>& array(int block) const { return arrays_[block]; }

    static constexpr int kBefore = detail::kDirections - D;

    Blocks(const Blocks& cut, const T& value)
        : BlockGrid{cut.context(), cut.layout(), sizeof(T)} {
        fill(value);
    }
    void fill(const T& value) {
        for (int b = 0; b < count(); ++b) {
            arrays_.emplace_back(context(), elements(b), value);
            write_faces(b, arrays_[b].update().span());
        }
    }
    std::size_t size() const {
        std::size_t n = 1;
        for (const int cells : layout().cells)
            n *= static_cast<std::size_t>(cells);
        return n;
    }
    std::size_t number_in_field(const PerDirection<D>& at) const {
        std::size_t n = 0;
        for (std::size_t d = 0; d < D; ++d)
            n = n * static_cast<std::size_t>(layout().cells[kBefore + d]) +
                static_cast<std::size_t>(at[d]);
        return n;
    }
    /// Calls use(cell, index...) for the cells of all blocks, with so many
    /// beyond on each side; indices of periodic directions are those inside.
    template <class Use>
    void change(int beyond, const Use& use) {
        for (int b = 0; b < count(); ++b) {
            const auto memory = arrays_[b].update();
            const GridView<T, D, Access::update, true> view{memory.begin(),
                                                            frame(b)};
            const Part p = part(b);
            PerDirection<D> begin, extent;
            for (std::size_t d = 0; d < D; ++d) {
                begin[d] = -beyond;
                extent[d] = p.extent[d] + 2 * beyond;
            }
            detail::each_cell<D>(
                begin.data(), extent.data(), [&](auto... index) {
                    std::apply(
                        [&](auto... global) { use(view(index...), global...); },
                        global_of(p, {index...}));
                });
            write_faces(b, memory.span());
        }
    }
    /// Copies what tasks that write the block would copy, on the host.
    void write_faces(int block, std::span<T> memory) {
        const detail::FaceMask leaves = faces(block, 0, To::own_blocks);
        std::deque<Array<std::byte>::Host<std::byte>> hosts;
        detail::LeavingFaces list;
        for (int n = 0; n < detail::kFaces; ++n)
            if ((leaves & detail::mask_of(n)) != 0)
                list.add(hosts.emplace_back(leaving(block, n), Access::write)
                             .span());
        detail::TakeFaces<T, false>::cpu(frame(block, 0, leaves), memory, list);
    }
    PerDirection<D> global_of(const Part& p, PerDirection<D> at) const {
        for (std::size_t d = 0; d < D; ++d) {
            at[d] += p.first[d];
            const int cells = layout().cells[kBefore + d];
            if (layout().periodic[kBefore + d])
                at[d] = (at[d] % cells + cells) % cells;
        }
        return at;
    }
    /// The halo from the faces of one phase; then faces of the next, if there
    /// is one.
    template <bool kGpu>
    void submit_fill(int block, int from, int next) {
        const detail::FaceMask comes = faces(block, from);
        const detail::FaceMask leaves = next < 0 ? 0 : faces(block, next);
        if ((comes | leaves) == 0) return;
        List<Read<std::byte>> coming;
        List<Write<std::byte>> leaving;
        add_coming(block, comes, coming);
        add_leaving(block, leaves, leaving);
        submit<detail::FillHalo<T, kGpu>>(
            context(), frame(block, comes, leaves), {.priority = 1},
            arrays_[block], coming, leaving);
    }
    /// Those of the first phase for other ranks.
    template <bool kGpu>
    void submit_take_faces(int block) {
        const detail::FaceMask leaves = faces(block, 0, To::other_ranks);
        if (leaves == 0) return;
        List<Write<std::byte>> leaving;
        add_leaving(block, leaves, leaving);
        submit<detail::TakeFaces<T, kGpu>>(context(), frame(block, 0, leaves),
                                           {.priority = 1}, arrays_[block],
                                           leaving);
    }

    std::vector<Array<T>> arrays_;
};

}  // namespace tasuki::runtime
