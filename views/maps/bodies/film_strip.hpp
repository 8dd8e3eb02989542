// Pictures of bodies side by side.
#pragma once

#include <cstdint>

#include "views/maps/bodies/picture.hpp"
#include "views/maps/image_strip.hpp"

namespace tasuki::views {

/// Some of the snapshots of a run; see ImageStrip.
class FilmStrip {
  public:
    /// @param snapshots  that the run will have, 1 at least
    FilmStrip(std::uint64_t snapshots, Plane plane)
        : strip_{snapshots}, plane_{plane} {}

    /// Every snapshot, in order; only those that are in the strip are drawn.
    void add(const nbody::Bodies& bodies, double time,
             const io::PictureScale& scale) {
        constexpr int pixels = 320;
        if (strip_.wants_next())
            strip_.add(draw_bodies(
                bodies, time, scale, plane_, pixels,
                strip_.empty() ? Labels::time_and_bar : Labels::time));
    }
    /// Of those that were added.
    Image image() const { return strip_.image(); }

  private:
    ImageStrip strip_;
    Plane plane_;
};

}  // namespace tasuki::views
