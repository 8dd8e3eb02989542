// pack on the CPU, for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/wilson/pack/cpu.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/lanes-inl.hpp"
// clang-format on
#include "codelets/wilson/gather.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "runtime/team.hpp"

TASUKI_TARGET_BEGIN

template <int kMu, int kSign, class T>
void pack_range(const pack::Args& args, const pack::Fields<T>& fields,
                std::size_t begin, std::size_t end) {
    constexpr std::size_t stride = SpinorRecord<T>::kTileReals;
    for (auto tile = begin; tile < end; ++tile) {
        const SiteList sites = face_tile_sites(
            args.geometry, kMu, packed_edge(args.hop), static_cast<int>(tile));
        HWY_ALIGN T collected[stride];
        const T* from = fields.psi + sites.tile[0] * stride;
        if (!sites.is_tile()) {
            gather<T, kSpinorReals>(collected, fields.psi, stride, sites);
            from = collected;
        }
        T* to = fields.half + tile * HalfSpinorRecord<T>::kTileReals;
        for (int first = 0; first < kTile; first += lane_count<T>()) {
            Lanes<T> r[24], h[12];
            load_reals<24, 0>(from, first, r);
            Spinor<Lanes<T>> psi;
            spins_from<0, 4>(psi, r);
            reals_of(project<kMu, kSign>(psi), h);
            store_reals<false>(to, first, h);
        }
    }
}

template <class T>
struct PackRange {
    const pack::Args& args;
    const pack::Fields<T>& fields;
    std::size_t begin, end;

    template <int kMu, int kSign>
    void operator()() const {
        pack_range<kMu, kSign>(args, fields, begin, end);
    }
};

void pack_double(const pack::Args& args, const pack::Fields<double>& fields,
                 std::size_t begin, std::size_t end) {
    for_direction(args.mu, args.hop,
                  PackRange<double>{args, fields, begin, end});
}
void pack_single(const pack::Args& args, const pack::Fields<float>& fields,
                 std::size_t begin, std::size_t end) {
    for_direction(args.mu, args.hop,
                  PackRange<float>{args, fields, begin, end});
}

TASUKI_TARGET_END

#if HWY_ONCE
namespace tasuki::wilson {

HWY_EXPORT(pack_double);
HWY_EXPORT(pack_single);

namespace pack {

template <>
void run_cpu(const Args& args, const Fields<double>& f) noexcept {
    runtime::parallel_ranges(face_sites(args.geometry, args.mu) / kTile, 1,
                             [&](std::size_t begin, std::size_t end) {
                                 HWY_DYNAMIC_DISPATCH(pack_double)
                                 (args, f, begin, end);
                             });
}
template <>
void run_cpu(const Args& args, const Fields<float>& f) noexcept {
    runtime::parallel_ranges(face_sites(args.geometry, args.mu) / kTile, 1,
                             [&](std::size_t begin, std::size_t end) {
                                 HWY_DYNAMIC_DISPATCH(pack_single)
                                 (args, f, begin, end);
                             });
}

}  // namespace pack
}  // namespace tasuki::wilson
#endif
