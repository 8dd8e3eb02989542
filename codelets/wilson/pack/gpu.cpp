// pack on the GPU: one thread per face site.
#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/gpu_access.hpp"
#include "codelets/wilson/pack/pack.hpp"

namespace tasuki::wilson::on_gpu {

template <class T, int kMu, int kSign>
struct PackBody {
    pack::Args args;
    pack::Fields<T> fields;

    TASUKI_HD void operator()(int f) const {
        const SiteIndex site =
            face_site(args.geometry, kMu, packed_edge(args.hop), f);
        T r[24], h[12];
        load_reals<24, 0>(fields.psi + tile_of(args.geometry, site) *
                                           SpinorRecord<T>::kTileReals,
                          lane_of(site), r);
        Spinor<T> psi;
        spins_from<0, 4>(psi, r);
        reals_of(project<kMu, kSign>(psi), h);
        store_reals(fields.half + f / kTile * HalfSpinorRecord<T>::kTileReals,
                    f % kTile, h);
    }
};

template <class T>
struct LaunchPack {
    const pack::Args& args;
    const pack::Fields<T>& fields;
    gpu::Stream stream;

    template <int kMu, int kSign>
    void operator()() const {
        gpu::for_each<128>(stream, face_sites(args.geometry, kMu),
                           PackBody<T, kMu, kSign>{args, fields}, "pack");
    }
};

}  // namespace tasuki::wilson::on_gpu

namespace tasuki::wilson::pack {

template <class T>
void run_gpu(const Args& args, const Fields<T>& fields,
             gpu::Stream stream) noexcept {
    for_direction(args.mu, args.hop,
                  on_gpu::LaunchPack<T>{args, fields, stream});
}

template void run_gpu(const Args&, const Fields<double>&, gpu::Stream) noexcept;
template void run_gpu(const Args&, const Fields<float>&, gpu::Stream) noexcept;

}  // namespace tasuki::wilson::pack
