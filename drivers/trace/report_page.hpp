// A trace as one page that needs nothing else: no network, no other file.
#pragma once

#include <string>

#include "drivers/trace/picture_data.hpp"
#include "drivers/trace/summary.hpp"
#include "drivers/trace/timeline.hpp"

namespace tasuki::drivers::trace {

/// HTML that is well-formed XML too.  Without a script, and on paper, there is
/// a picture of the first iterations instead of the one that can be zoomed.
std::string to_html(const Timeline& timeline, const Summary& summary,
                    const PictureLimits& limits = {});

}  // namespace tasuki::drivers::trace
