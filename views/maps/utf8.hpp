// Characters of a text in UTF-8 (RFC 3629).
#pragma once

#include <string>
#include <string_view>

namespace tasuki::views {

/// The characters that can be drawn: without control characters, which have no
/// shape.  A byte that is not UTF-8 becomes U+FFFD.
std::u32string printable(std::string_view utf8);

}  // namespace tasuki::views
