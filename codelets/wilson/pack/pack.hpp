// pack: projects the spinors of layers of a block to half-spinors,
//   h(f) = upper half of (1 - g_mu) psi (forward hop, first layer) or
//          of (1 + g_mu) psi (backward hop, last layer);
// in T a plain copy of two spin components; with `dagger` the signs are the
// other ones.  Order of f: face.hpp.
#pragma once

#include <string>

#include "codelets/wilson/face_list.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson::pack {

struct Args {
    Geometry geometry;
    FaceList faces;
    bool dagger = false;  ///< for the terms of H^dagger
};

template <class T>
struct Fields {
    /// (columns)(volume) spinors, or (columns)(volume / 2) of the parity
    runtime::Read<T> psi;
    runtime::Each<runtime::Write<T>, FaceList::kMost>
        half;  // (columns)(face_places()) half-spinors, each
};

/// 12 additions in X, Y, Z; none in T [flop/face site].
inline constexpr double kFlopsPerSite = 12;
/// Read and written [reals/face site]; in T two of four spins are read.
constexpr int reals_per_site(int mu) {
    return mu == kT ? 24 : 36;
}

template <class T>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept;
template <class T>
void run_gpu(const Args& args, const Fields<T>& fields, gpu::Stream stream);

template <class T>
struct Kernel {
    static constexpr auto name = "pack";
    static std::string model() { return variant_name<T>("pack"); }
    using Args = pack::Args;
    static constexpr auto cpu = run_cpu<T>;
    static constexpr auto gpu = run_gpu<T>;
};

}  // namespace tasuki::wilson::pack
