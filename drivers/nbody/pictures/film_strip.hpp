// Pictures of a run side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "drivers/nbody/pictures/picture.hpp"

namespace tasuki::drivers {

/// Keeps up to ten pictures of a run, evenly spread over its snapshots: five
/// in a row, or an even number in two rows.
class FilmStrip {
  public:
    /// @param snapshots  that the run will have, 1 at least
    FilmStrip(std::uint64_t snapshots, Plane plane);

    /// Every snapshot, in order; only those that are in the strip are drawn.
    void add(const nbody::Bodies& bodies, double time,
             const PictureScale& scale);
    /// Of those that were added.
    Image image() const;

  private:
    bool is_wanted(std::uint64_t snapshot) const;

    static constexpr int kPixels = 320, kGap = 6;
    std::uint64_t snapshots_, frames_;
    Plane plane_;
    std::uint64_t next_ = 0;
    std::vector<Image> pictures_;
};

}  // namespace tasuki::drivers
