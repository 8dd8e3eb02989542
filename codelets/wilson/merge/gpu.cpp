// merge on the GPU: one thread per face site.
#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/gpu_access.hpp"
#include "codelets/wilson/merge/merge.hpp"

namespace tasuki::wilson::on_gpu {

template <class T, int kMu, int kSign>
struct MergeBody {
    merge::Args args;
    merge::Fields<T> fields;

    TASUKI_HD void operator()(int f) const {
        const SiteIndex site =
            face_site(args.geometry, kMu, merged_edge(args.hop), f);
        T* out = fields.out +
                 tile_of(args.geometry, site) * SpinorRecord<T>::kTileReals;
        T h[12];
        load_reals<12, 0>(
            fields.product + f / kTile * HalfSpinorRecord<T>::kTileReals,
            f % kTile, h);
        const T factor = static_cast<T>(-args.kappa * args.sign);
        TASUKI_UNROLL(12)
        for (int k = 0; k < 12; ++k) h[k] *= factor;
        if constexpr (kMu == kT) {
            // Two spins of four: half of the tile.
            T* two = out + (kSign < 0 ? HalfSpinorRecord<T>::kTileReals : 0);
            T r[12];
            load_reals<12, 0>(two, lane_of(site), r);
            TASUKI_UNROLL(12)
            for (int k = 0; k < 12; ++k) r[k] = mul_add(T(2), h[k], r[k]);
            store_reals(two, lane_of(site), r);
        } else {
            T r[24];
            load_reals<24, 0>(out, lane_of(site), r);
            Spinor<T> sum;
            spins_from<0, 4>(sum, r);
            reconstruct<kMu, kSign>(sum, half_spinor_from(h), Unit{});
            reals_of(sum, r);
            store_reals(out, lane_of(site), r);
        }
    }
};

template <class T>
struct LaunchMerge {
    const merge::Args& args;
    const merge::Fields<T>& fields;
    gpu::Stream stream;

    template <int kMu, int kSign>
    void operator()() const {
        gpu::for_each<128>(stream, face_sites(args.geometry, kMu),
                           MergeBody<T, kMu, kSign>{args, fields}, "merge");
    }
};

}  // namespace tasuki::wilson::on_gpu

namespace tasuki::wilson::merge {

template <class T>
void run_gpu(const Args& args, const Fields<T>& fields,
             gpu::Stream stream) noexcept {
    for_direction(args.mu, args.hop,
                  on_gpu::LaunchMerge<T>{args, fields, stream});
}

template void run_gpu(const Args&, const Fields<double>&, gpu::Stream) noexcept;
template void run_gpu(const Args&, const Fields<float>&, gpu::Stream) noexcept;

}  // namespace tasuki::wilson::merge
