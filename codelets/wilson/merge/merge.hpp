// merge: adds the hopping terms that came through faces to the sites of the
// layers,
//   out(n) -= kappa * sign * (1 + i twist g_5) (four spins that belong to
//   w(f)),
// at the last layer for the forward hop, at the first for the backward one;
// with `dagger` the spins are those of pack with it.
#pragma once

#include <string>

#include "codelets/wilson/face_list.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson::merge {

struct Args {
    Geometry geometry;
    FaceList faces;  ///< in this order, which fixes the rounding
    double kappa;
    /// By hop, -1 where the face in T is an antiperiodic boundary.
    int sign_t[2] = {1, 1};
    bool dagger = false;  ///< for the terms of H^dagger
    double twist = 0;     ///< the spins are multiplied by 1 + i twist g_5
};

template <class T>
struct Fields {
    /// (columns)(volume) spinors, or (columns)(volume / 2) of a parity
    runtime::Update<T> out;
    runtime::Each<runtime::Read<T>, FaceList::kMost>
        product;  // (columns)(face_places()) half-spinors, each
};

/// In X, Y, Z; in T there are 24 [flop/face site].
inline constexpr double kFlopsPerSite = 48;
/// Read and written [reals/face site]; in T two of four spins change.
constexpr int reals_per_site(int mu) {
    return mu == kT ? 36 : 60;
}

template <class T>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept;
template <class T>
void run_gpu(const Args& args, const Fields<T>& fields, gpu::Stream stream);

/// Factor of the product of a face.
TASUKI_HD double factor(const Args& args, const FaceHop& face) {
    const int sign =
        face.mu == kT ? args.sign_t[static_cast<int>(face.hop)] : 1;
    return -args.kappa * sign;
}

template <class T>
struct Kernel {
    static constexpr auto name = "merge";
    static std::string model() { return variant_name<T>("merge"); }
    using Args = merge::Args;
    static constexpr auto cpu = run_cpu<T>;
    static constexpr auto gpu = run_gpu<T>;
};

}  // namespace tasuki::wilson::merge
