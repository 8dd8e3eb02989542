// Text that stands in XML or HTML as itself.
#pragma once

#include "io/xml.hpp"

namespace tasuki::page {

inline std::string escape(std::string_view text) {
    return io::xml_escaped(text);
}

}  // namespace tasuki::page
