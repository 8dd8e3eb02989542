// Pictures of a run side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "views/maps/image.hpp"

namespace tasuki::views {

/// Keeps up to ten pictures of one size, evenly spread over those of a run:
/// five in a row, or an even number in two rows.
class ImageStrip {
  public:
    /// @param pictures  that the run will have, 1 at least
    explicit ImageStrip(std::uint64_t pictures);

    /// Goes on to the next picture of the run: whether it is to be added.
    bool wants_next() { return is_wanted(next_++); }
    void add(Image image) { images_.push_back(std::move(image)); }
    bool empty() const { return images_.empty(); }
    /// Of those that were added.
    Image image() const;

  private:
    bool is_wanted(std::uint64_t picture) const;

    static constexpr int kGap = 6;  ///< [pixels]
    std::uint64_t pictures_, frames_, next_ = 0;
    std::vector<Image> images_;
};

}  // namespace tasuki::views
