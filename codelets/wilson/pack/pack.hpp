// pack: projects the spinors of layers of a block to half-spinors,
//   h(f) = upper half of (1 - g_mu) psi (forward hop, first layer) or
//          of (1 + g_mu) psi (backward hop, last layer);
// in T a plain copy of two spin components.  Order of f: face.hpp.
#pragma once

#include "codelets/wilson/face_list.hpp"
#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::wilson::pack {

struct Args {
    Geometry geometry;
    FaceList faces;
};

template <class T>
struct Fields {
    const T* psi;              // read  (volume) spinors
    T* half[FaceList::kMost];  // write (face sites) half-spinors, each
};

/// 12 additions in X, Y, Z; none in T [flop/face site].
inline constexpr double kFlopsPerSite = 12;

template <class T>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept;
template <class T>
void run_gpu(const Args& args, const Fields<T>& fields,
             gpu::Stream stream) noexcept;

/// Buffers: psi (read), then half (write) of every face.
template <class T>
runtime::Codelet& codelet();

}  // namespace tasuki::wilson::pack
