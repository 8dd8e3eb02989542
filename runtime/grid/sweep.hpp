// A task for each block of fields, with all that it needs of the other blocks:
//
//   sweep<Step>(context, {.r = 0.2}, next, u);
//
// `Step` is a kernel as in kernel.hpp, or a Stencil, whose parameters are views
// of grids.  A source that calls it is compiled by the GPU's compiler where
// there is one (SINGLE_SOURCE of tasuki_add_kernels()), or a source for GPUs
// has `template struct tasuki::runtime::Sweep<Step>;`.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "runtime/core/kernel.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/grid/blocks.hpp"
#include "runtime/grid/faces.hpp"
#include "runtime/grid/stencil.hpp"
#include "runtime/grid/view.hpp"

namespace tasuki::runtime {

namespace detail {

template <class>
struct IsGrid : std::false_type {};
template <class T, int D, Access kAccess, bool kHalo>
struct IsGrid<GridView<T, D, kAccess, kHalo>> : std::true_type {};

template <class V>
using ElementOf = std::remove_const_t<typename V::Element>;
template <class V>
inline constexpr bool kWrites = V::access != Access::read;
/// Whether a task fills the halo before it calls the kernel.  Where the kernel
/// writes the same field, tasks of their own have done it for all blocks.
template <class V>
inline constexpr bool kFillsHalo = V::halo_is_read && !kWrites<V>;
/// How a task takes the array of a block.  What it does not change there, cells
/// or halo, stays.
template <class V>
using ArrayOf = std::conditional_t<kWrites<V> || V::halo_is_read,
                                   Update<ElementOf<V>>, Read<ElementOf<V>>>;
template <class K>
inline constexpr bool kIsStencil = std::is_base_of_v<IsStencil, K>;
/// Whether GPUs compute it.
template <class K>
inline constexpr bool kOnGpu = kHasGpu<K> || kIsStencil<K>;
template <class V>
using FacesOf = std::conditional_t<kWrites<V>, Faces<ElementOf<V>>, NoFaces>;

}  // namespace detail

/// The kernel of the tasks of sweep<K>(): fills the halo of what K reads, calls
/// K, and copies the faces of what K has written.
template <class K, class Parameters =
                       typename detail::Function<decltype(&K::cpu)>::Parameters>
struct Sweep;

/// With the parameters of K as views.
template <class K, class... V>
struct Sweep<K, detail::TypeList<V...>> final {
    static_assert((detail::IsGrid<V>::value && ...),
                  "a kernel for sweep() takes views of grids");
    static constexpr auto name = K::name;                    ///< as of K
    static constexpr bool captures = detail::captures<K>();  ///< the same
    /// The same.
    static constexpr bool needs_flops = detail::needs_flops<K>();
    static std::string model() { return detail::model_of<K>(); }  ///< the same
    /// Of one block.
    struct Args {
        detail::Frame frames[sizeof...(V)];  ///< by field
        // GCC 12 clears more than the gap behind an empty member.
        [[no_unique_address]] typename K::Args args;  ///< as of K
    };

    /// On the CPUs of a worker.
    static void cpu(const Args& a, detail::ArrayOf<V>... cells,
                    detail::ComingFaces comes, detail::LeavingFaces leaves) {
        using detail::Copy, detail::Side;
        const auto run = [&]<int... n>(std::integer_sequence<int, n...>) {
            (faces<Side::neighbours>(a, n, cells, comes)
                 .template copy_all<Copy::unpacks>(),
             ...);
            K::cpu(a.args, V{cells.data(), a.frames[n]}...);
            (faces<Side::own>(a, n, cells, leaves)
                 .template copy_all<Copy::packs>(),
             ...);
        };
        run(kFields);
    }
    /// On a GPU.
    static void gpu(const Args& a, detail::ArrayOf<V>... cells,
                    detail::ComingFaces comes, detail::LeavingFaces leaves,
                    gpu::Stream stream) requires detail::kOnGpu<K>;

    /// What a GPU does with each cell when the halo has been filled.
    static auto body(
        const Args& a, const detail::ArrayOf<V>&... cells,
        const detail::LeavingFaces& leaves) requires detail::kIsStencil<K> {
        const auto make = [&]<int... n>(std::integer_sequence<int, n...>) {
            using Views = detail::Pack<V...>;
            using AllFaces = detail::Pack<detail::FacesOf<V>...>;
            const auto& e = a.frames[0].extent;
            return detail::StencilBody<K, Views, AllFaces>{
                a.args,
                detail::pack(V{cells.data(), a.frames[n]}...),
                detail::pack(own_faces<V>(a, n, cells, leaves)...),
                {e[0], e[1], e[2], e[3]},
                packs_cells(a, leaves)};
        };
        return make(kFields);
    }
    /// Whether that also packs the faces: they then have no cells of a halo.
    static bool packs_cells(const Args& a, const detail::LeavingFaces& leaves) {
        bool corners = false;
        for (const detail::Frame& frame : a.frames)
            corners = corners || frame.corners != 0;
        return leaves.size() > 0 && !corners;
    }

  private:
    static constexpr std::make_integer_sequence<int, sizeof...(V)> kFields{};

    /// The faces of field `n` on one side, of all arrays of that side.
    template <detail::Side kSide, class Cells, class Arrays>
    static auto faces(const Args& a, int n, const Cells& cells,
                      const Arrays& arrays) {
        constexpr auto mask = kSide == detail::Side::own
                                  ? &detail::Frame::leaves
                                  : &detail::Frame::comes;
        int before = 0;
        for (int k = 0; k < n; ++k) before += std::popcount(a.frames[k].*mask);
        return detail::faces_of(cells, a.frames[n], a.frames[n].*mask, kSide,
                                arrays.begin() + before);
    }
    template <class View>
    static detail::FacesOf<View> own_faces(const Args& a, int n,
                                           const detail::ArrayOf<View>& cells,
                                           const detail::LeavingFaces& leaves) {
        if constexpr (detail::kWrites<View>)
            return faces<detail::Side::own>(a, n, cells, leaves);
        else
            return {};
    }
#if defined(TASUKI_GPU_CODE) && defined(TASUKI_HAS_GPU)
    /// So that a source with `template struct Sweep<K>` has these, too.
    static auto kernels_of_faces() requires detail::kOnGpu<K> {
        return std::tuple{
            &detail::TakeFaces<detail::ElementOf<V>, detail::kOnGpu<K>>::gpu...,
            &detail::FillHalo<detail::ElementOf<V>, detail::kOnGpu<K>>::gpu...};
    }
    template <int... n>
    static void queue(const Args& a, const detail::ArrayOf<V>&... cells,
                      const detail::ComingFaces& comes,
                      const detail::LeavingFaces& leaves, gpu::Stream stream,
                      std::integer_sequence<int, n...>) {
        using detail::Copy, detail::Side;
        (detail::copy_on_gpu<Copy::unpacks>(
             faces<Side::neighbours>(a, n, cells, comes), stream, name),
         ...);
        if constexpr (detail::kIsStencil<K>) {
            const auto b = body(a, cells..., leaves);
            tasuki::gpu::for_each<256>(stream, b.size(), b, name);
            if (b.packs) return;
        } else {
            K::gpu(a.args, V{cells.data(), a.frames[n]}..., stream);
        }
        (detail::copy_on_gpu<Copy::packs>(faces<Side::own>(a, n, cells, leaves),
                                          stream, name),
         ...);
    }
#endif
};

#if defined(TASUKI_GPU_CODE) && defined(TASUKI_HAS_GPU)
template <class K, class... V>
void Sweep<K, detail::TypeList<V...>>::gpu(
    const Args& a, detail::ArrayOf<V>... cells, detail::ComingFaces comes,
    detail::LeavingFaces leaves,
    gpu::Stream stream) requires detail::kOnGpu<K> {
    queue(a, cells..., comes, leaves, stream, kFields);
}
#endif

namespace detail {

/// Whether an argument of sweep() is what the signature says.
template <class V, class Given>
inline constexpr bool kTakesField =
    std::is_same_v<std::remove_const_t<Given>, Blocks<ElementOf<V>, V::dims>> &&
    (!std::is_const_v<Given> || (!kWrites<V> && !V::halo_is_read));
template <class Parameters, class Given>
inline constexpr bool kTakesFields = false;
template <class... V, class... Given>
requires(sizeof...(V) == sizeof...(Given))  //
    inline constexpr bool kTakesFields<TypeList<V...>, TypeList<Given...>> =
        (kTakesField<V, Given> && ...);

/// The tasks of one sweep.
template <class K, class... V>
class SweepTasks<K, TypeList<V...>> {
  public:
    template <class... Fields>
    static void submit_all(Context& context, const typename K::Args& args,
                           const SubmitOptions& options, Fields&... fields) {
        const std::array<const BlockGrid*, sizeof...(V)> grids{&fields...};
        const std::array<bool, sizeof...(V)> reads_halo{V::halo_is_read...};
        check_fields(K::name, grids, reads_halo, kIsStencil<K>);

        (begin_exchange<V>(fields), ...);
        (fill_in_place<V>(fields), ...);
        // Blocks that wait for no message are computed meanwhile.
        const int count = grids[0]->count();
        const auto waits = [&](int b) {
            return (waits_for_message<V>(fields, b) || ...);
        };
        for (int b = 0; b < count; ++b)
            if (!waits(b)) submit_one(context, args, options, b, fields...);
        (receive<V>(fields), ...);
        for (int b = 0; b < count; ++b)
            if (waits(b)) submit_one(context, args, options, b, fields...);
        (release<V>(fields), ...);
    }

  private:
    template <class View, class Field>
    static void begin_exchange(Field& field) {
        if constexpr (View::halo_is_read)
            field.template begin_exchange<kOnGpu<K>>();
    }
    template <class View, class Field>
    static void fill_in_place(Field& field) {
        if constexpr (View::halo_is_read && kWrites<View>)
            field.template fill_halo<kOnGpu<K>>();
    }
    template <class View>
    static bool waits_for_message(const BlockGrid& field, int block) {
        return kFillsHalo<View> && field.faces(block, field.phases() - 1,
                                               BlockGrid::To::other_ranks) != 0;
    }
    template <class View, class Field>
    static void receive(Field& field) {
        if constexpr (kFillsHalo<View>) field.receive(field.phases() - 1);
    }
    template <class View, class Field>
    static void release(Field& field) {
        if constexpr (kFillsHalo<View>) field.release(field.phases() - 1);
    }
    template <class View, class Field>
    static Frame frame(Field& field, int block, List<Read<std::byte>>& comes,
                       List<Write<std::byte>>& leaves) {
        Frame f = field.frame(block);
        if constexpr (kFillsHalo<View>) {
            f.comes = field.faces(block, field.phases() - 1);
            field.add_coming(block, f.comes, comes);
        }
        if constexpr (kWrites<View>) {
            f.leaves = field.faces(block, 0, BlockGrid::To::own_blocks);
            field.add_leaving(block, f.leaves, leaves);
        }
        return f;
    }
    template <class... Fields>
    static void submit_one(Context& context, const typename K::Args& args,
                           const SubmitOptions& options, int block,
                           Fields&... fields) {
        List<Read<std::byte>> comes;
        List<Write<std::byte>> leaves;
        const typename Sweep<K>::Args all{
            {frame<V>(fields, block, comes, leaves)...}, args};
        submit<Sweep<K>>(context, all, options, fields.array(block)..., comes,
                         leaves);
    }
};

}  // namespace detail

/// `Fields...` are Blocks of the types and directions that the signature of K
/// names; a field that is const is neither written nor read with its halo.
template <class K, class... Fields>
concept FieldsOf =
    std::is_trivially_copyable_v<typename K::Args> && detail::kTakesFields<
        typename detail::Function<decltype(&K::cpu)>::Parameters,
        detail::TypeList<Fields...>>;

/// Submits K for each block of this rank, and the messages that the halos need;
/// returns at once.  Every rank calls it.  Each task sees all cells around its
/// block as they are after the tasks submitted before the sweep.
/// @throws UsageError  a field is given twice; fields whose blocks differ in
///                     number or rank, or for a Stencil in their cells; a halo
///                     is read of a field without one; more than 14 faces of a
///                     block come from its neighbours, in all fields together
template <class K, class... Fields>
requires FieldsOf<K, Fields...>
void sweep(Context& context, const typename K::Args& args,
           const SubmitOptions& options, Fields&... fields) {
    using Parameters = typename detail::Function<decltype(&K::cpu)>::Parameters;
    detail::SweepTasks<K, Parameters>::submit_all(context, args, options,
                                                  fields...);
}

/// The same without options.
template <class K, class... Fields>
requires FieldsOf<K, Fields...>
void sweep(Context& context, const typename K::Args& args, Fields&... fields) {
    sweep<K>(context, args, SubmitOptions{}, fields...);
}

}  // namespace tasuki::runtime
