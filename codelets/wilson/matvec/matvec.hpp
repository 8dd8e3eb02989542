// matvec: SU(3) matrix times half-spinor on all sites of faces,
//   w(f) = U_mu(f) h(f) (forward hop) or U_mu(f)^dagger h(f) (backward hop),
// with the links of the block's own last layer.  The choice of CPU or
// GPU for it is the subject of the 2015 paper (IPSJ SIG-HPC 149-11).
#pragma once

#include <string>

#include "codelets/wilson/face_list.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::wilson::matvec {

struct Args {
    Geometry geometry;
    FaceList faces;
};

template <class T>
struct Face {
    runtime::Write<T> product;  // (columns)(face_places()) half-spinors
    runtime::Read<T> half;      // (columns)(face_places()) half-spinors
    runtime::Read<T> u;         // (face_places()) links
};
template <class T>
using Faces = runtime::Each<Face<T>, FaceList::kMost>;

inline constexpr double kFlopsPerSite = 132;  ///< two 3x3 complex products

/// @tparam T  in fixed point with links of 12 reals only
template <class T, int kLinkReals>
void run_cpu(const Args& args, const Faces<T>& faces) noexcept;
template <class T, int kLinkReals>
void run_gpu(const Args& args, const Faces<T>& faces, gpu::Stream stream);

template <class T, int kLinkReals>
struct Kernel {
    static constexpr auto name = "matvec";
    static std::string model() { return variant_name<T>("matvec", kLinkReals); }
    using Args = matvec::Args;
    static constexpr auto cpu = run_cpu<T, kLinkReals>;
    static constexpr auto gpu = run_gpu<T, kLinkReals>;
};

}  // namespace tasuki::wilson::matvec
