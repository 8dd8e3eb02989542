// Copies between a block and its faces, and the tasks that do only that.  For
// runtime/grid/ alone.
#pragma once

#include <cstddef>
#include <type_traits>

#include "runtime/core/team.hpp"
#include "runtime/core/view.hpp"
#include "runtime/grid/view.hpp"

namespace tasuki::runtime::detail {

/// Arrays of faces that a task may have, in each of both directions.
inline constexpr int kMostFaces = 14;
using ComingFaces = Each<Read<std::byte>, kMostFaces>;
using LeavingFaces = Each<Write<std::byte>, kMostFaces>;

/// From the cells to the faces, or from the faces to the halo.
enum class Copy { packs, unpacks };

/// Some faces of one block, each in memory of its own in the order of its box.
template <class T>
struct Faces {
    struct Face {
        Box box;
        T* memory;
    };
    T* cells;  ///< cell 0
    int stride[kDirections];
    int count;
    Face face[kFaces];

    TASUKI_HD int size() const {
        int n = 0;
        for (int k = 0; k < count; ++k) n += face[k].box.size();
        return n;
    }

    template <Copy kCopy>
    TASUKI_HD static void copy(T& cell, T& copied) {
        if constexpr (kCopy == Copy::packs)
            copied = cell;
        else
            cell = copied;
    }
    /// One element of all faces, on a GPU.
    template <Copy kCopy>
    TASUKI_HD void copy_one(int n) const {
        int k = 0;
        for (int size; n >= (size = face[k].box.size()); ++k) n -= size;
        copy<kCopy>(cells[offset(face[k].box, kDirections, n)],
                    face[k].memory[n]);
    }
    /// Copies a cell to the faces that have it.
    TASUKI_HD void pack_cell(const int (&cell)[kDirections]) const {
        for (int k = 0; k < count; ++k) {
            const int n = face[k].box.number_of(cell);
            if (n < 0) continue;
            int offset = 0;
            for (int d = 0; d < kDirections; ++d) offset += cell[d] * stride[d];
            face[k].memory[n] = cells[offset];
        }
    }
    /// All faces, with the CPUs of the worker.
    template <Copy kCopy>
    void copy_all() const {
        for (int k = 0; k < count; ++k) copy_rows<kCopy>(face[k]);
    }

  private:
    /// Of cell n of a box, along the first directions.
    TASUKI_HD int offset(const Box& box, int directions, int n) const {
        int result = 0;
        for (int d = directions - 1; d >= 0; --d) {
            result += (box.begin[d] + n % box.extent[d]) * stride[d];
            n /= box.extent[d];
        }
        return result;
    }
    template <Copy kCopy>
    void copy_rows(const Face& f) const {
        const Box& box = f.box;
        const int length = box.extent[3];
        if (length == 0) return;
        const auto rows = [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                T* const cell = cells + box.begin[3] +
                                offset(box, 3, static_cast<int>(row));
                T* const copied =
                    f.memory + row * static_cast<std::size_t>(length);
                for (int i = 0; i < length; ++i)
                    copy<kCopy>(cell[i], copied[i]);
            }
        };
        const auto count_of_rows =
            static_cast<std::size_t>(box.size() / length);
        parallel_ranges(count_of_rows, 1, rows,
                        4 * kWorthACpu / static_cast<std::size_t>(length) + 1);
    }
};

/// Whose cells faces are.
enum class Side { own, neighbours };

/// @param cells  of the block with its halo
/// @param arrays  of the faces in `mask`, in the order of its bits
template <class Cells, class Arrays>
auto faces_of(const Cells& cells, const Frame& frame, FaceMask mask, Side side,
              const Arrays* arrays) {
    // What is only read here is const elsewhere: the caller says how it copies.
    using T = std::remove_const_t<typename Cells::Element>;
    Faces<T> f{};
    f.cells = const_cast<T*>(cells.data()) + frame.origin();
    for (int d = 0; d < kDirections; ++d) f.stride[d] = frame.stride(d);
    for (int n = 0; n < kFaces; ++n) {
        if ((mask & mask_of(n)) == 0) continue;
        auto* const bytes = const_cast<std::byte*>((arrays++)->data());
        f.face[f.count++] = {frame.box_of(n, side == Side::own),
                             reinterpret_cast<T*>(bytes)};
    }
    return f;
}

/// The body of a GPU's loop over the elements of faces.
template <class T, Copy kCopy>
struct CopyFaces {
    Faces<T> faces;
    TASUKI_HD void operator()(int n) const {
        faces.template copy_one<kCopy>(n);
    }
};

/// Copies cells of a block for its neighbours.
/// @tparam kGpu  whether GPUs do it too; their compiler has then to see it
template <class T, bool kGpu>
struct TakeFaces final {
    static constexpr auto name = "faces";
    using Args = Frame;
    static void cpu(const Args& frame, Read<T> cells, LeavingFaces leaves) {
        faces_of(cells, frame, frame.leaves, Side::own, leaves.begin())
            .template copy_all<Copy::packs>();
    }
    static void gpu(const Args& frame, Read<T> cells, LeavingFaces leaves,
                    gpu::Stream stream) requires kGpu;
};

/// Copies cells of the neighbours to the halo of a block, and then cells of the
/// block and of that for others.
template <class T, bool kGpu>
struct FillHalo final {
    static constexpr auto name = "halo";
    using Args = Frame;
    static void cpu(const Args& frame, Update<T> cells, ComingFaces comes,
                    LeavingFaces leaves) {
        faces_of(cells, frame, frame.comes, Side::neighbours, comes.begin())
            .template copy_all<Copy::unpacks>();
        TakeFaces<T, kGpu>::cpu(frame, cells, leaves);
    }
    static void gpu(const Args& frame, Update<T> cells, ComingFaces comes,
                    LeavingFaces leaves, gpu::Stream stream) requires kGpu;
};

#if defined(TASUKI_GPU_CODE) && defined(TASUKI_HAS_GPU)
template <Copy kCopy, class T>
void copy_on_gpu(const Faces<T>& faces, gpu::Stream stream, const char* name) {
    tasuki::gpu::for_each<256>(stream, faces.size(), CopyFaces<T, kCopy>{faces},
                               name);
}
template <class T, bool kGpu>
void TakeFaces<T, kGpu>::gpu(const Args& frame, Read<T> cells,
                             LeavingFaces leaves,
                             gpu::Stream stream) requires kGpu {
    copy_on_gpu<Copy::packs>(
        faces_of(cells, frame, frame.leaves, Side::own, leaves.begin()), stream,
        name);
}
template <class T, bool kGpu>
void FillHalo<T, kGpu>::gpu(const Args& frame, Update<T> cells,
                            ComingFaces comes, LeavingFaces leaves,
                            gpu::Stream stream) requires kGpu {
    copy_on_gpu<Copy::unpacks>(
        faces_of(cells, frame, frame.comes, Side::neighbours, comes.begin()),
        stream, name);
    TakeFaces<T, kGpu>::gpu(frame, cells, leaves, stream);
}
#endif

}  // namespace tasuki::runtime::detail
