// matvec on the GPU: one thread per site of all faces.
#include "codelets/wilson/gpu_access.hpp"
#include "codelets/wilson/links-inl.hpp"
#include "codelets/wilson/matvec/matvec.hpp"

namespace tasuki::wilson::on_gpu {

template <class T, int kLinkReals>
struct MatvecBody {
    matvec::Args args;
    matvec::Faces<T> faces;

    TASUKI_HD void operator()(int i) const {
        const auto [k, f] = listed_site(args.geometry, args.faces, i);
        const auto& face = faces[k];
        const std::size_t tile = f / kTile;
        const int lane = f % kTile;
        constexpr std::size_t half_tile = HalfSpinorRecord<T>::kTileReals;
        T r[12], l[kLinkReals];
        load_reals<12, 0>(face.half + tile * half_tile, lane, r);
        load_reals<kLinkReals, 0>(
            face.u + tile * LinkRecord<T, kLinkReals>::kTileReals, lane, l);
        const auto h = half_spinor_from(r);
        const auto u = link_from(l);
        reals_of(args.faces.face[k].hop == Hop::forward
                     ? multiply(u, h)
                     : multiply_adjoint(u, h),
                 r);
        store_reals(face.product + tile * half_tile, lane, r);
    }
};

}  // namespace tasuki::wilson::on_gpu

namespace tasuki::wilson::matvec {

template <class T, int kLinkReals>
void run_gpu(const Args& args, const Faces<T>& faces,
             gpu::Stream stream) noexcept {
    gpu::for_each<128>(stream, list_sites(args.geometry, args.faces),
                       on_gpu::MatvecBody<T, kLinkReals>{args, faces},
                       "matvec");
}

template void run_gpu<double, 18>(const Args&, const Faces<double>&,
                                  gpu::Stream) noexcept;
template void run_gpu<double, 12>(const Args&, const Faces<double>&,
                                  gpu::Stream) noexcept;
template void run_gpu<double, 8>(const Args&, const Faces<double>&,
                                 gpu::Stream) noexcept;
template void run_gpu<float, 18>(const Args&, const Faces<float>&,
                                 gpu::Stream) noexcept;
template void run_gpu<float, 12>(const Args&, const Faces<float>&,
                                 gpu::Stream) noexcept;
template void run_gpu<float, 8>(const Args&, const Faces<float>&,
                                gpu::Stream) noexcept;

}  // namespace tasuki::wilson::matvec
