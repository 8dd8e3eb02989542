// merge on the GPU: one thread per site of the faces of a
// direction.
#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/gpu_access.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/site_reals.hpp"

namespace tasuki::wilson::on_gpu {

/// @tparam kTwists  args.twist is not zero.  One kernel for both would take
///                  twice as many registers in double.
template <class T, bool kTwists>
struct MergeSite {
    const merge::Args& args;
    T* field;
    const T* product;
    Compute<T> factor;
    Hop hop;
    int f, in_buffer;

    template <int kMu, int kSign>
    TASUKI_HD void operator()() const {
        using N = Compute<T>;
        const Geometry& g = args.geometry;
        const SiteIndex at =
            used_site(g, args.faces, kMu, hop, merged_edge(hop), f);
        SiteReals<T, kHalfSpinorReals> h{product,
                                         static_cast<std::size_t>(in_buffer)};
        TASUKI_UNROLL(12)
        for (int k = 0; k < 12; ++k) h.r[k] *= factor;
        if constexpr (kTwists) {
            SiteReals<T> site{field, number_of(g, at)};
            add_twisted<kMu, kSign>(static_cast<N>(args.twist),
                                    half_spinor_from(h.r), site.r);
            site.store(field, number_of(g, at));
        } else if constexpr (kMu == kT && !std::is_same_v<T, Fixed16>) {
            // Two spins of four: half of the tile.
            T* two = field + tile_of(g, at) * SpinorRecord<T>::kTileReals +
                     (kSign < 0 ? HalfSpinorRecord<T>::kTileReals : 0);
            N r[12];
            load_reals<12, 0>(two, lane_of(at), r);
            TASUKI_UNROLL(12)
            for (int k = 0; k < 12; ++k) r[k] = mul_add(N(2), h.r[k], r[k]);
            store_reals(two, lane_of(at), r);
        } else {
            SiteReals<T> site{field, number_of(g, at)};
            Spinor<N> sum;
            spins_from<0, 4>(sum, site.r);
            reconstruct<kMu, kSign>(sum, half_spinor_from(h.r),
                                    factor_in_t_only<kMu>(N(2)));
            reals_of(sum, site.r);
            site.store(field, number_of(g, at));
        }
    }
};

/// The faces of one direction, from face `first` on.
template <class T, bool kTwists>
struct MergeBody {
    merge::Args args;
    merge::Fields<T> fields;
    int first;

    TASUKI_HD void operator()(int i) const {
        const int mu = args.faces.face[first].mu;
        const int places =
            face_places(args.geometry, args.faces, mu) * args.faces.columns;
        const auto at = face_place(args.geometry, args.faces,
                                   first + i / places, i % places);
        // A place behind the last site would race with the one of that site.
        if (at.place >= used_sites(args.geometry, args.faces, mu)) return;
        const FaceHop face = args.faces.face[at.face];
        const auto factor = static_cast<Compute<T>>(merge::factor(args, face));
        T* out =
            fields.out + at.column * field_column<T>(args.geometry, args.faces);
        for_direction(
            face.mu, face.hop, args.dagger,
            MergeSite<T, kTwists>{args, out, fields.product[at.face], factor,
                                  face.hop, at.place, at.in_buffer});
    }
};

}  // namespace tasuki::wilson::on_gpu

namespace tasuki::wilson::merge {

namespace {

template <class T, bool kTwists>
void run(const Args& args, const Fields<T>& fields, gpu::Stream stream) {
    // Faces of two directions share sites, those of one do not.
    for (int first = 0, last; first < args.faces.count; first = last) {
        last = args.faces.end_of_direction(first);
        gpu::for_each<128>(stream,
                           (last - first) * args.faces.columns *
                               face_places(args.geometry, args.faces,
                                           args.faces.face[first].mu),
                           on_gpu::MergeBody<T, kTwists>{args, fields, first},
                           "merge");
    }
}

}  // namespace

template <class T>
void run_gpu(const Args& args, const Fields<T>& fields, gpu::Stream stream) {
    if (args.twist == 0)
        run<T, false>(args, fields, stream);
    else
        run<T, true>(args, fields, stream);
}

template void run_gpu(const Args&, const Fields<double>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<float>&, gpu::Stream);
template void run_gpu(const Args&, const Fields<Fixed16>&, gpu::Stream);

}  // namespace tasuki::wilson::merge
