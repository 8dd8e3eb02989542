// The few XML elements that lattice files need: text between two tags.
//
// Not an XML parser: no entities and no nesting of the same name, which none
// of these records has.  A namespace prefix, attributes, comments and blanks
// are understood.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tasuki::io {

/// The text of the first element `name`, without blanks around it; "" for an
/// empty one; nothing if there is none or it does not end.
std::optional<std::string> xml_text(std::string_view xml,
                                    std::string_view name);

/// `text` with the characters that XML gives a meaning replaced.
std::string xml_escaped(std::string_view text);

}  // namespace tasuki::io
