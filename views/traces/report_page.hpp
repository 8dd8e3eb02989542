// A trace as one page that needs nothing else: no network, no other file.
#pragma once

#include <string>

#include "views/traces/picture_data.hpp"
#include "views/traces/timeline/summary.hpp"
#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// HTML that is well-formed XML too.  Without a script, and on paper, there is
/// a picture of the first iterations instead of the one that can be zoomed.
std::string to_html(const Timeline& timeline, const Summary& summary,
                    const PictureLimits& limits = {});

}  // namespace tasuki::trace
