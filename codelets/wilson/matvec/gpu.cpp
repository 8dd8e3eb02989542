// matvec on the GPU: one thread per site of all faces.
#include "codelets/wilson/gpu_access.hpp"
#include "codelets/wilson/links-inl.hpp"
#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/site_reals.hpp"

namespace tasuki::wilson::on_gpu {

template <class T, int kLinkReals>
struct MatvecBody {
    matvec::Args args;
    matvec::Faces<T> faces;

    TASUKI_HD void operator()(int i) const {
        using N = Compute<T>;
        const auto at = listed_place(args.geometry, args.faces, i);
        const auto& face = faces[at.face];
        SiteReals<T, kHalfSpinorReals> half{
            face.half, static_cast<std::size_t>(at.in_buffer)};
        N l[kLinkReals];
        load_reals<kLinkReals, 0>(
            face.u + at.place / kTile * LinkRecord<T, kLinkReals>::kTileReals,
            at.place % kTile, l);
        if constexpr (std::is_same_v<T, Fixed16>) {
            TASUKI_UNROLL(18)
            for (int c = 0; c < kLinkReals; ++c) l[c] *= 1 / kFixedOne;
        }
        const auto h = half_spinor_from(half.r);
        const auto u = link_from(l);
        reals_of(args.faces.face[at.face].hop == Hop::forward
                     ? multiply(u, h)
                     : multiply_adjoint(u, h),
                 half.r);
        half.store(face.product, at.in_buffer);
    }
};

}  // namespace tasuki::wilson::on_gpu

namespace tasuki::wilson::matvec {

template <class T, int kLinkReals>
void run_gpu(const Args& args, const Faces<T>& faces, gpu::Stream stream) {
    gpu::for_each<128>(stream, all_places(args.geometry, args.faces),
                       on_gpu::MatvecBody<T, kLinkReals>{args, faces},
                       "matvec");
}

template void run_gpu<double, 18>(const Args&, const Faces<double>&,
                                  gpu::Stream);
template void run_gpu<double, 12>(const Args&, const Faces<double>&,
                                  gpu::Stream);
template void run_gpu<double, 8>(const Args&, const Faces<double>&,
                                 gpu::Stream);
template void run_gpu<float, 18>(const Args&, const Faces<float>&, gpu::Stream);
template void run_gpu<float, 12>(const Args&, const Faces<float>&, gpu::Stream);
template void run_gpu<float, 8>(const Args&, const Faces<float>&, gpu::Stream);
template void run_gpu<Fixed16, 12>(const Args&, const Faces<Fixed16>&,
                                   gpu::Stream);

}  // namespace tasuki::wilson::matvec
