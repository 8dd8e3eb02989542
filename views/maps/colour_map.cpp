#include "views/maps/colour_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tasuki::views {

namespace {

// Every so many of the published colours, 0xRRGGBB: what is between them
// differs from the published ones by less than is seen.
constexpr std::array kViridis{0x440154, 0x481568, 0x482677, 0x453781, 0x3f4788,
                              0x39558c, 0x32648e, 0x2d718e, 0x287d8e, 0x238a8d,
                              0x1f968b, 0x20a386, 0x29af7f, 0x3cbc75, 0x56c667,
                              0x74d055, 0x94d840, 0xb8de29, 0xdce318, 0xfde725};
constexpr std::array kMagma{0x000004, 0x0b0924, 0x20114b, 0x3b0f70,
                            0x57157e, 0x721f81, 0x8c2981, 0xa8327d,
                            0xc43c75, 0xde4968, 0xf1605d, 0xfa7f5e,
                            0xfe9f6d, 0xfebf84, 0xfddea0, 0xfcfdbf};
constexpr std::array kVik{0x001261, 0x02236c, 0x023376, 0x034481, 0x06568c,
                          0x156798, 0x307da6, 0x4e92b4, 0x71a8c4, 0x94bed2,
                          0xb3d1df, 0xd5e3e9, 0xece5e0, 0xedd5c8, 0xe4bfaa,
                          0xdcac90, 0xd39774, 0xcb835a, 0xc37243, 0xba5e2a,
                          0xa94512, 0x942f06, 0x7e1d06, 0x6c0e07, 0x590008};

template <std::size_t N>
Rgb between(const std::array<int, N>& colours, double t) {
    const double at = std::clamp(t, 0.0, 1.0) * (N - 1);
    const auto k = std::min(static_cast<std::size_t>(at), N - 2);
    const double part = at - static_cast<double>(k);
    const auto channel = [&](int shift) {
        const int from = colours[k] >> shift & 255;
        const int to = colours[k + 1] >> shift & 255;
        return static_cast<std::uint8_t>(
            std::lround(from + part * (to - from)));
    };
    return {channel(16), channel(8), channel(0)};
}

}  // namespace

Rgb viridis(double t) {
    return between(kViridis, t);
}

Rgb magma(double t) {
    return between(kMagma, t);
}

Rgb vik(double t) {
    return between(kVik, t);
}

}  // namespace tasuki::views
