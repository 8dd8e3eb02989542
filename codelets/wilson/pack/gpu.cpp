// pack on the GPU: one thread per site of all faces.
#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "codelets/wilson/site_reals.hpp"

namespace tasuki::wilson::on_gpu {

template <class T>
struct PackSite {
    const pack::Args& args;
    const T* psi;
    T* half;
    Hop hop;
    int f, in_buffer;

    template <int kMu, int kSign>
    TASUKI_HD void operator()() const {
        using N = Compute<T>;
        const SiteIndex at =
            used_site(args.geometry, args.faces, kMu, hop, packed_edge(hop), f);
        const SiteReals<T> site{psi, number_of(args.geometry, at)};
        Spinor<N> spinor;
        spins_from<0, 4>(spinor, site.r);
        SiteReals<T, kHalfSpinorReals> h;
        reals_of(project<kMu, kSign>(spinor), h.r);
        h.store(half, in_buffer);
    }
};

template <class T>
struct PackBody {
    pack::Args args;
    pack::Fields<T> fields;

    TASUKI_HD void operator()(int i) const {
        const auto at = listed_place(args.geometry, args.faces, i);
        const auto [mu, hop] = args.faces.face[at.face];
        const T* psi =
            fields.psi + at.column * field_column<T>(args.geometry, args.faces);
        for_direction(mu, hop, args.dagger,
                      PackSite<T>{args, psi, fields.half[at.face], hop,
                                  at.place, at.in_buffer});
    }
};

}  // namespace tasuki::wilson::on_gpu

namespace tasuki::wilson::pack {

template <class T>
void run_gpu(const Args& args, const Fields<T>& fields, gpu::Stream stream) {
    gpu::for_each<128>(stream, all_places(args.geometry, args.faces),
                       on_gpu::PackBody<T>{args, fields}, "pack");
}

template void run_gpu(const Args&, const Fields<double>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<float>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<Fixed16>&, gpu::Stream);

}  // namespace tasuki::wilson::pack
