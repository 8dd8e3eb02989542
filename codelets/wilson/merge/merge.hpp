// merge: adds the hopping term that came through a face to the sites of a
// layer,
//   out(n) -= kappa * sign * (four spins that belong to w(f)),
// at the last layer for the forward hop, at the first for the backward one.
#pragma once

#include "codelets/wilson/hop.hpp"
#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::wilson::merge {

struct Args {
    Geometry geometry;
    int mu;
    Hop hop;
    double kappa;
    int sign;  ///< -1 where the face is an antiperiodic boundary, else +1
};

template <class T>
struct Fields {
    T* out;            // update (volume) spinors
    const T* product;  // read   (face sites) half-spinors
};

/// In X, Y, Z; in T there are 24 [flop/face site].
inline constexpr double kFlopsPerSite = 48;

template <class T>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept;
template <class T>
void run_gpu(const Args& args, const Fields<T>& fields,
             gpu::Stream stream) noexcept;

/// Buffers: out (update), product (read).
template <class T>
runtime::Codelet& codelet();

}  // namespace tasuki::wilson::merge
