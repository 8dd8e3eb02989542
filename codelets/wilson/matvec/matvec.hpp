// matvec: SU(3) matrix times half-spinor on all sites of faces,
//   w(f) = U_mu(f) h(f) (forward hop) or U_mu(f)^dagger h(f) (backward hop),
// with the links of the block's own last layer.  The choice of CPU or
// GPU for it is the subject of the 2015 paper (IPSJ SIG-HPC 149-11).
#pragma once

#include "codelets/wilson/face_list.hpp"
#include "runtime/codelet_name.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::wilson::matvec {

struct Args {
    Geometry geometry;
    FaceList faces;
};

template <class T>
struct Fields {
    struct Face {
        T* product;     // write (face sites) half-spinors
        const T* half;  // read  (face sites) half-spinors
        const T* u;     // read  (face sites) links, one per site
    };
    Face face[FaceList::kMost];
};

inline constexpr double kFlopsPerSite = 132;  ///< two 3x3 complex products

template <class T, int kLinkReals>
void run_cpu(const Args& args, const Fields<T>& fields) noexcept;
template <class T, int kLinkReals>
void run_gpu(const Args& args, const Fields<T>& fields,
             gpu::Stream stream) noexcept;

/// Buffers of every face: product (write), half (read), u (read).
template <class T, int kLinkReals>
runtime::Codelet& codelet();

}  // namespace tasuki::wilson::matvec
