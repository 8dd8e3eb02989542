// The picture of a trace without a script, for paper.
#pragma once

#include <cstddef>
#include <string>

#include "views/traces/timeline/summary.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

struct StaticPicture {
    std::string svg;     ///< an <svg> element; words in the colour of the text
    int first, last;     ///< iterations whose time it shows
    std::size_t hidden;  ///< items in that time that were too short to draw
};

/// The first measured iterations: at most three, and of these at most as many
/// as have 2000 tasks together, but one in any case.
StaticPicture static_picture(const Timeline& timeline, const Summary& summary);

}  // namespace tasuki::trace
