// Text that came from outside (headers of files, names, arguments) for people
// to read: it must not move the cursor of a terminal or break a page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tasuki::io {

/// UTF-8 of characters that can be shown: every byte of any other character,
/// which is a control character (below 0x20, 0x7f to 0x9f) or none at all, as
/// `\xNN`.
/// @param kept  control characters that stay as they are
std::string escaped(std::string_view text, std::string_view kept = {});

/// The same in one line of `most` bytes at most: the middle of a longer text is
/// left out for an ellipsis, since messages end with their reason.
std::string printable(std::string_view text, std::size_t most = 1000);

}  // namespace tasuki::io
