// merge on the GPU: one thread per site of the faces of a
// direction.
#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/gpu_access.hpp"
#include "codelets/wilson/merge/merge.hpp"

namespace tasuki::wilson::on_gpu {

template <class T>
struct MergeSite {
    const Geometry& geometry;
    T* field;
    const T* product;
    T factor;
    Hop hop;
    int f;

    template <int kMu, int kSign>
    TASUKI_HD void operator()() const {
        const SiteIndex site = face_site(geometry, kMu, merged_edge(hop), f);
        T* out = field + tile_of(geometry, site) * SpinorRecord<T>::kTileReals;
        T h[12];
        load_reals<12, 0>(product + f / kTile * HalfSpinorRecord<T>::kTileReals,
                          f % kTile, h);
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

/// The faces of one direction, from face `first` on.
template <class T>
struct MergeBody {
    merge::Args args;
    merge::Fields<T> fields;
    int first;

    TASUKI_HD void operator()(int i) const {
        const int sites = face_sites(args.geometry, args.faces.face[first].mu);
        const int k = first + i / sites;
        const FaceHop face = args.faces.face[k];
        const auto factor = static_cast<T>(merge::factor(args, face));
        for_direction(face.mu, face.hop,
                      MergeSite<T>{args.geometry, fields.out, fields.product[k],
                                   factor, face.hop, i % sites});
    }
};

}  // namespace tasuki::wilson::on_gpu

namespace tasuki::wilson::merge {

template <class T>
void run_gpu(const Args& args, const Fields<T>& fields,
             gpu::Stream stream) noexcept {
    // Faces of two directions share sites, those of one do not.
    for (int first = 0, last; first < args.faces.count; first = last) {
        last = args.faces.end_of_direction(first);
        gpu::for_each<128>(
            stream,
            (last - first) *
                face_sites(args.geometry, args.faces.face[first].mu),
            on_gpu::MergeBody<T>{args, fields, first}, "merge");
    }
}

template void run_gpu(const Args&, const Fields<double>&, gpu::Stream) noexcept;
template void run_gpu(const Args&, const Fields<float>&, gpu::Stream) noexcept;

}  // namespace tasuki::wilson::merge
