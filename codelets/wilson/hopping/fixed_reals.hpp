// Records in 16-bit fixed point, as one GPU thread takes them apart.
#pragma once

#include "codelets/device/instructions.hpp"
#include "codelets/wilson/gpu_access.hpp"
#include "codelets/wilson/links-inl.hpp"

namespace tasuki::wilson::on_gpu {

/// One of the two numbers in a word; which one is a constant after inlining.
struct Packed {
    unsigned word;
    bool upper;
};
/// Integers are added before they are converted: half of the conversions, and
/// the processor adds a packed number in one instruction.
TASUKI_DEVICE float operator+(const Packed& a, const Packed& b) {
    return static_cast<float>(gpu::add_packed<+1>(
        b.word, b.upper, gpu::add_packed<+1>(a.word, a.upper, 0)));
}
TASUKI_DEVICE float operator-(const Packed& a, const Packed& b) {
    return static_cast<float>(gpu::add_packed<-1>(
        b.word, b.upper, gpu::add_packed<+1>(a.word, a.upper, 0)));
}
TASUKI_DEVICE float unpacked(const Packed& a) {
    return static_cast<float>(gpu::add_packed<+1>(a.word, a.upper, 0));
}
TASUKI_DEVICE Complex<float> unpacked(const Complex<Packed>& z) {
    return {unpacked(z.re), unpacked(z.im)};
}
TASUKI_DEVICE Complex<Packed> complex_in(unsigned word) {
    return {{word, false}, {word, true}};
}

/// Complex numbers [2 kGroup, 2 (kGroup + 1)) ... of a record: `kGroups` groups
/// of four words.
template <int kReals, int kGroup, int kGroups>
TASUKI_DEVICE void load_words(const Fixed16* tile, int lane,
                              unsigned (&words)[4 * kGroups]) {
    const Fixed16* at = tile + Record<Fixed16, kReals>::group(kGroup, lane);
    TASUKI_UNROLL(3)
    for (int g = 0; g < kGroups; ++g) {
        const auto group = *reinterpret_cast<const uint4*>(at + g * kTile * 8);
        words[4 * g] = group.x;
        words[4 * g + 1] = group.y;
        words[4 * g + 2] = group.z;
        words[4 * g + 3] = group.w;
    }
}

/// Spins that a term needs of a neighbour, in multiples of its scale / 32767;
/// in T two spins only.
/// @tparam kSwapped  with the halves exchanged: g_5, up to a sign
template <int kMu, int kSign, bool kSwapped>
TASUKI_DEVICE Spinor<Packed> load_packed(const Fixed16* tile, int lane) {
    Spinor<Packed> p{};
    if constexpr (kMu == 3) {
        // One and a half groups of three.  The neighbour ahead gives its lower
        // two spins.
        constexpr bool kSecond = (kSign > 0) != kSwapped;
        unsigned words[8];
        load_words<24, kSecond ? 1 : 0, 2>(tile, lane, words);
        TASUKI_UNROLL(6)
        for (int k = 0; k < 6; ++k)
            p.s[(kSign > 0 ? 2 : 0) + k / 3][k % 3] =
                complex_in(words[kSecond ? k + 2 : k]);
    } else {
        unsigned words[12];
        load_words<24, 0, 3>(tile, lane, words);
        TASUKI_UNROLL(12)
        for (int k = 0; k < 12; ++k)
            p.s[k / 3][k % 3] = complex_in(words[kSwapped ? (k + 6) % 12 : k]);
    }
    return p;
}

TASUKI_DEVICE float scale_of(const Fixed16* tile, int lane) {
    return *reinterpret_cast<const float*>(tile +
                                           SpinorRecord<Fixed16>::scale(lane));
}

template <int kLinkReals>
TASUKI_DEVICE auto load_fixed_link(const Fixed16* tile, int lane) {
    using Layout = Record<Fixed16, kLinkReals>;
    constexpr int groups = Layout::kGroups;
    unsigned words[kLinkReals / 2];
    {
        unsigned whole[4 * groups];
        load_words<kLinkReals, 0, groups>(tile, lane, whole);
        TASUKI_UNROLL(8)
        for (int k = 0; k < 4 * groups; ++k) words[k] = whole[k];
    }
    if constexpr (Layout::kRest == 2) {
        words[4 * groups] =
            *reinterpret_cast<const unsigned*>(tile + Layout::rest(lane));
    } else if constexpr (Layout::kRest == 4) {
        const auto rest =
            *reinterpret_cast<const uint2*>(tile + Layout::rest(lane));
        words[4 * groups] = rest.x;
        words[4 * groups + 1] = rest.y;
    }
    float q[kLinkReals];
    TASUKI_UNROLL(9)
    for (int k = 0; k < kLinkReals / 2; ++k) {
        const auto z = unpacked(complex_in(words[k]));
        q[2 * k] = z.re;
        q[2 * k + 1] = z.im;
    }
    return link_from_fixed(q, [&](int k) {
        return (words[k / 2] & (k % 2 == 0 ? 1u : 0x10000u)) != 0;
    });
}

/// The nearest integer in the low 16 bits, for |x| < 2^22: the sum has a unit
/// in the last place of one, so its low bits are the integer.  A conversion
/// would take eight times as long.
TASUKI_DEVICE unsigned nearest(float x) {
    const float sum = x + 12582912.0f;  // 1.5 * 2^23
    unsigned bits;
    memcpy(&bits, &sum, sizeof bits);
    return bits;
}

/// Scales the site so that its largest component is 32767.  NaN and infinity
/// make the scale, and so the site, NaN.
template <bool kSwapped>
TASUKI_DEVICE void store_fixed(Fixed16* tile, int lane, const float (&r)[24]) {
    float largest = 0;
    TASUKI_UNROLL(24)
    for (int k = 0; k < 24; ++k)
        largest = gpu::max_or_nan(largest, fabsf(r[k]));
    const float factor = largest > 0 ? kFixedOne / largest : 0;
    Fixed16* at = tile + Record<Fixed16, 24>::group(0, lane);
    TASUKI_UNROLL(3)
    for (int g = 0; g < 3; ++g) {
        unsigned words[4];
        TASUKI_UNROLL(4)
        for (int w = 0; w < 4; ++w) {
            const int k = (8 * g + 2 * w + (kSwapped ? 12 : 0)) % 24;
            words[w] = gpu::low_halves(nearest(r[k] * factor),
                                       nearest(r[k + 1] * factor));
        }
        gpu::store_once(reinterpret_cast<uint4*>(at + g * kTile * 8),
                        {words[0], words[1], words[2], words[3]});
    }
    *reinterpret_cast<float*>(tile + SpinorRecord<Fixed16>::scale(lane)) =
        largest + 0 * largest;
}

}  // namespace tasuki::wilson::on_gpu
