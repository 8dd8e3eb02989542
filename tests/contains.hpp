// Whether a text holds a part, in the fewest words.
#pragma once

#include <string_view>

namespace tasuki::test {

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace tasuki::test
