#include "views/maps/image_strip.hpp"

#include <algorithm>

namespace tasuki::views {

namespace {

constexpr std::uint64_t kInOneRow = 5, kMost = 10;

}  // namespace

ImageStrip::ImageStrip(std::uint64_t pictures)
    : pictures_{pictures},
      frames_{pictures <= kInOneRow ? pictures
                                    : std::min(pictures, kMost) / 2 * 2} {}

bool ImageStrip::is_wanted(std::uint64_t picture) const {
    if (frames_ == 1) return picture == 0;
    for (std::uint64_t k = 0; k < frames_; ++k)
        if (picture ==
            (k * (pictures_ - 1) + (frames_ - 1) / 2) / (frames_ - 1))
            return true;
    return false;
}

Image ImageStrip::image() const {
    if (images_.empty()) return {};
    const int count = static_cast<int>(images_.size());
    const int columns = frames_ <= kInOneRow ? count : (count + 1) / 2;
    const int rows = (count + columns - 1) / columns;
    const int width = images_.front().width, height = images_.front().height;
    Image strip{columns * width + (columns + 1) * kGap,
                rows * height + (rows + 1) * kGap, Rgb{24, 24, 30}};
    for (int k = 0; k < count; ++k) {
        const int left = kGap + k % columns * (width + kGap);
        const int top = kGap + k / columns * (height + kGap);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                strip.at(left + x, top + y) =
                    images_[static_cast<std::size_t>(k)].at(x, y);
    }
    return strip;
}

}  // namespace tasuki::views
