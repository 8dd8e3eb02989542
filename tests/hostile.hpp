// Names as nobody should give them, for everything that shows one.
#pragma once

#include <string>
#include <vector>

#include "io/printable.hpp"

namespace tasuki::test {

inline std::vector<std::string> hostile_names() {
    using namespace std::string_literals;
    return {"\x1b[2J\x1b]0;owned\x07"s,
            "</script><script>alert(1)</script>"s,
            "a\"b'c&d<e>f]]>"s,
            "nul\0nul"s,
            "\xff\xfe\xc3"s,
            "two\nlines\r"s,
            "c1 \xc2\x9b"
            "31m \xed\xa0\x80 \xef\xbf\xbf"s,
            "%EventDef {} \\x"s,
            std::string(100'000, 'x')};
}

/// Whether a terminal shows it, and does nothing else.
inline bool is_plain(const std::string& text) {
    return io::escaped(text, "\n\t") == text;
}

}  // namespace tasuki::test
