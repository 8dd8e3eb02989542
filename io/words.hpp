// Words of text files that people wrote.
#pragma once

#include <string>
#include <string_view>

namespace tasuki::io {

/// Takes the next word from the front of `line`: words are separated by blanks,
/// tabs, commas and carriage returns.  Empty at the end of the line.
std::string_view take_word(std::string_view& line);

/// The word in quotes for an error message: cut where it would fill the screen,
/// and without what a terminal might obey.
std::string quoted_word(std::string_view word);

}  // namespace tasuki::io
