// Whether a text holds a part, in the fewest words.
#pragma once

#include <string>

namespace tasuki::test {

/// Of strings and of what becomes one, such as JSON.
inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace tasuki::test
