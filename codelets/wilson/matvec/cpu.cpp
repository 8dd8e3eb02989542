// matvec on the CPU, for every SIMD width.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codelets/wilson/matvec/cpu.cpp"
#include <hwy/foreach_target.h>
// clang-format off: Highway's order
#include <hwy/highway.h>

#include "codelets/wilson/lanes-inl.hpp"
#include "codelets/wilson/links-inl.hpp"
// clang-format on
#include "codelets/wilson/gather.hpp"
#include "codelets/wilson/matvec/matvec.hpp"
#include "runtime/core/team.hpp"

TASUKI_TARGET_BEGIN

/// A tile of links as numbers to compute with: where it is, or in fixed point
/// in `buffer`.
template <int kLinkReals, class T>
const Compute<T>* read_links(const T* tile, Compute<T>* buffer) {
    if constexpr (std::is_same_v<T, Fixed16>) {
        for (int k = 0; k < kTile; ++k)
            for (int c = 0; c < kLinkReals; ++c)
                buffer[Record<float, kLinkReals>::offset(c, k)] =
                    tile[Record<T, kLinkReals>::offset(c, k)] / kFixedOne;
        return buffer;
    } else {
        return tile;
    }
}

template <class T, int kLinkReals>
void matvec_face(const matvec::Args& args, int k, const matvec::Face<T>& face,
                 std::size_t begin, std::size_t end) {
    using N = Compute<T>;
    const auto [mu, hop] = args.faces.face[k];
    const bool forward = hop == Hop::forward;
    const int tiles = face_places(args.geometry, args.faces, mu) / kTile;
    HWY_ALIGN N halves[Record<N, kHalfSpinorReals>::kTileReals];
    HWY_ALIGN N links[Record<N, kLinkReals>::kTileReals];
    for (auto t = begin; t < end; ++t) {
        const FaceTile at = face_tile(args.faces, tiles, static_cast<int>(t));
        const N* const half = read_halves<T>(face.half, at.in_buffer, halves);
        const N* const link = read_links<kLinkReals, T>(
            face.u + at.tile * LinkRecord<T, kLinkReals>::kTileReals, links);
        write_halves<T>(face.product, at.in_buffer, halves, [&](N* product) {
            for (int first = 0; first < kTile; first += lane_count<N>()) {
                Lanes<N> r[12], l[kLinkReals];
                load_reals<12, 0>(half, first, r);
                load_reals<kLinkReals, 0>(link, first, l);
                const auto h = half_spinor_from(r);
                const auto u = link_from(l);
                reals_of(forward ? multiply(u, h) : multiply_adjoint(u, h), r);
                store_reals<false>(product, first, r);
            }
        });
    }
}

template <class T, int kLinkReals>
void matvec_range(const matvec::Args& args, const matvec::Faces<T>& faces,
                  std::size_t begin, std::size_t end) {
    for_listed_tiles(args.geometry, args.faces, 0, args.faces.count, begin, end,
                     [&](int k, std::size_t from, std::size_t to) {
                         matvec_face<T, kLinkReals>(args, k, faces[k], from,
                                                    to);
                     });
}

void matvec_double_18(const matvec::Args& args, const matvec::Faces<double>& f,
                      std::size_t begin, std::size_t end) {
    matvec_range<double, 18>(args, f, begin, end);
}
void matvec_double_12(const matvec::Args& args, const matvec::Faces<double>& f,
                      std::size_t begin, std::size_t end) {
    matvec_range<double, 12>(args, f, begin, end);
}
void matvec_double_8(const matvec::Args& args, const matvec::Faces<double>& f,
                     std::size_t begin, std::size_t end) {
    matvec_range<double, 8>(args, f, begin, end);
}
void matvec_single_18(const matvec::Args& args, const matvec::Faces<float>& f,
                      std::size_t begin, std::size_t end) {
    matvec_range<float, 18>(args, f, begin, end);
}
void matvec_single_12(const matvec::Args& args, const matvec::Faces<float>& f,
                      std::size_t begin, std::size_t end) {
    matvec_range<float, 12>(args, f, begin, end);
}
void matvec_single_8(const matvec::Args& args, const matvec::Faces<float>& f,
                     std::size_t begin, std::size_t end) {
    matvec_range<float, 8>(args, f, begin, end);
}
void matvec_fixed_12(const matvec::Args& args, const matvec::Faces<Fixed16>& f,
                     std::size_t begin, std::size_t end) {
    matvec_range<Fixed16, 12>(args, f, begin, end);
}

TASUKI_TARGET_END

#if HWY_ONCE
namespace tasuki::wilson {

HWY_EXPORT(matvec_double_18);
HWY_EXPORT(matvec_double_12);
HWY_EXPORT(matvec_double_8);
HWY_EXPORT(matvec_single_18);
HWY_EXPORT(matvec_single_12);
HWY_EXPORT(matvec_single_8);
HWY_EXPORT(matvec_fixed_12);

namespace matvec {

template <class T, int kLinkReals>
void run_cpu(const Args& args, const Faces<T>& f) noexcept {
    runtime::parallel_ranges(
        all_places(args.geometry, args.faces) / kTile, 1,
        [&](std::size_t begin, std::size_t end) {
            constexpr bool is_double = std::is_same_v<T, double>;
            if constexpr (std::is_same_v<T, Fixed16>)
                HWY_DYNAMIC_DISPATCH(matvec_fixed_12)(args, f, begin, end);
            else if constexpr (is_double && kLinkReals == 18)
                HWY_DYNAMIC_DISPATCH(matvec_double_18)(args, f, begin, end);
            else if constexpr (is_double && kLinkReals == 12)
                HWY_DYNAMIC_DISPATCH(matvec_double_12)(args, f, begin, end);
            else if constexpr (is_double)
                HWY_DYNAMIC_DISPATCH(matvec_double_8)(args, f, begin, end);
            else if constexpr (kLinkReals == 18)
                HWY_DYNAMIC_DISPATCH(matvec_single_18)(args, f, begin, end);
            else if constexpr (kLinkReals == 12)
                HWY_DYNAMIC_DISPATCH(matvec_single_12)(args, f, begin, end);
            else
                HWY_DYNAMIC_DISPATCH(matvec_single_8)(args, f, begin, end);
        },
        kTilesPerThread);
}

template void run_cpu<double, 18>(const Args&, const Faces<double>&) noexcept;
template void run_cpu<double, 12>(const Args&, const Faces<double>&) noexcept;
template void run_cpu<double, 8>(const Args&, const Faces<double>&) noexcept;
template void run_cpu<float, 18>(const Args&, const Faces<float>&) noexcept;
template void run_cpu<float, 12>(const Args&, const Faces<float>&) noexcept;
template void run_cpu<float, 8>(const Args&, const Faces<float>&) noexcept;
template void run_cpu<Fixed16, 12>(const Args&, const Faces<Fixed16>&) noexcept;

}  // namespace matvec
}  // namespace tasuki::wilson
#endif
