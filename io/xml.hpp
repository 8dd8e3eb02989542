// The few XML elements that lattice files need, read by pugixml.
//
// The input is not trusted.  pugixml expands no entities but the five of XML
// and numbers, opens no other document and does not recurse, so that its memory
// is a few times the input; longer ones than kLongestXml are not parsed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tasuki::io {

inline constexpr std::size_t kLongestXml = 1 << 20;  ///< [bytes]

/// The content of the first element of this local name, whatever its namespace
/// prefix, without blanks around it: its text, with entities and CDATA
/// resolved, or if it has elements, their markup.
/// @return nothing if there is none, or `xml` is too long or not well formed
std::optional<std::string> xml_text(std::string_view xml,
                                    std::string_view name);

/// `text` as it stands in XML or HTML for itself: with the five characters that
/// mean something as entities, and what XML does not allow as \xNN.
std::string xml_escaped(std::string_view text);

/// The same in one line, and cut where it is very long, for pictures and pages.
std::string xml_shown(std::string_view text);

}  // namespace tasuki::io
