// Text that stands in XML or HTML as itself.
#pragma once

#include <string>
#include <string_view>

namespace tasuki::page {

/// With the five characters that mean something as entities, and without the
/// control characters that XML does not allow.
std::string escape(std::string_view text);

}  // namespace tasuki::page
