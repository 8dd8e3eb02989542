// Words of text files that people wrote.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/source.hpp"

namespace tasuki::io {

/// Whether the beginning of a file has no byte that text does not have.
bool looks_like_text(const Source& source);

/// Without these characters at either end.
std::string trimmed(std::string_view text, std::string_view around = " \t\r\n");

/// All of a file, without the mark of UTF-8 that some editors put first: it
/// would hide the first number.
std::string whole_text(const Source& source);

/// Takes the next line from the front of `text`, without its end.
std::string_view take_line(std::string_view& text);

/// The line up to a comment: '#', '!' and '%' begin one anywhere, ';' and "//"
/// as the first characters of a line.
std::string_view without_comment(std::string_view line);

/// Takes the next word from the front of `line`: words are separated by blanks,
/// tabs, commas and carriage returns.  Empty at the end of the line.
std::string_view take_word(std::string_view& line);

/// A finite number, also as Fortran writes it: +1.5, 1.5D-03, or 1.5-103 where
/// the exponent has three digits.  Empty for anything else.
std::optional<double> number_of(std::string_view word);

/// The word in quotes for an error message: cut where it would fill the screen,
/// and without what a terminal might obey.
std::string quoted_word(std::string_view word);

}  // namespace tasuki::io
