// pack on the GPU: one thread per site of all faces.
#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/gpu_access.hpp"
#include "codelets/wilson/pack/pack.hpp"

namespace tasuki::wilson::on_gpu {

template <class T>
struct PackSite {
    const pack::Args& args;
    const T* psi;
    T* half;
    Hop hop;
    int f;

    template <int kMu, int kSign>
    TASUKI_HD void operator()() const {
        const SiteIndex site =
            face_site(args.geometry, kMu, packed_edge(hop), f);
        T r[24], h[12];
        load_reals<24, 0>(
            psi + tile_of(args.geometry, site) * SpinorRecord<T>::kTileReals,
            lane_of(site), r);
        Spinor<T> spinor;
        spins_from<0, 4>(spinor, r);
        reals_of(project<kMu, kSign>(spinor), h);
        store_reals(half + f / kTile * HalfSpinorRecord<T>::kTileReals,
                    f % kTile, h);
    }
};

template <class T>
struct PackBody {
    pack::Args args;
    pack::Fields<T> fields;

    TASUKI_HD void operator()(int i) const {
        const auto [k, f] = listed_site(args.geometry, args.faces, i);
        const auto [mu, hop] = args.faces.face[k];
        for_direction(mu, hop,
                      PackSite<T>{args, fields.psi, fields.half[k], hop, f});
    }
};

}  // namespace tasuki::wilson::on_gpu

namespace tasuki::wilson::pack {

template <class T>
void run_gpu(const Args& args, const Fields<T>& fields,
             gpu::Stream stream) noexcept {
    gpu::for_each<128>(stream, list_sites(args.geometry, args.faces),
                       on_gpu::PackBody<T>{args, fields}, "pack");
}

template void run_gpu(const Args&, const Fields<double>&, gpu::Stream) noexcept;
template void run_gpu(const Args&, const Fields<float>&, gpu::Stream) noexcept;

}  // namespace tasuki::wilson::pack
