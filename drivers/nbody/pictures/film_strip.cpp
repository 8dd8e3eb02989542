#include "drivers/nbody/pictures/film_strip.hpp"

#include <algorithm>

namespace tasuki::drivers {

namespace {

constexpr std::uint64_t kInOneRow = 5, kMost = 10;

}  // namespace

FilmStrip::FilmStrip(std::uint64_t snapshots, Plane plane)
    : snapshots_{snapshots},
      frames_{snapshots <= kInOneRow ? snapshots
                                     : std::min(snapshots, kMost) / 2 * 2},
      plane_{plane} {}

bool FilmStrip::is_wanted(std::uint64_t snapshot) const {
    if (frames_ == 1) return snapshot == 0;
    for (std::uint64_t k = 0; k < frames_; ++k)
        if (snapshot ==
            (k * (snapshots_ - 1) + (frames_ - 1) / 2) / (frames_ - 1))
            return true;
    return false;
}

void FilmStrip::add(const nbody::Bodies& bodies, double time,
                    const PictureScale& scale) {
    if (!is_wanted(next_++)) return;
    pictures_.push_back(
        draw_bodies(bodies, time, scale, plane_, kPixels,
                    pictures_.empty() ? Labels::time_and_bar : Labels::time));
}

Image FilmStrip::image() const {
    const int count = static_cast<int>(pictures_.size());
    const int columns = frames_ <= kInOneRow ? count : (count + 1) / 2;
    const int rows = (count + columns - 1) / columns;
    Image strip{columns * kPixels + (columns + 1) * kGap,
                rows * kPixels + (rows + 1) * kGap, Rgb{24, 24, 30}};
    for (int k = 0; k < count; ++k) {
        const int left = kGap + k % columns * (kPixels + kGap);
        const int top = kGap + k / columns * (kPixels + kGap);
        for (int y = 0; y < kPixels; ++y)
            for (int x = 0; x < kPixels; ++x)
                strip.at(left + x, top + y) = pictures_[k].at(x, y);
    }
    return strip;
}

}  // namespace tasuki::drivers
