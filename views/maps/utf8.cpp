#include "views/maps/utf8.hpp"

#include <array>

namespace tasuki::views {

namespace {

/// Takes the first character off the text.
char32_t take(std::string_view& text) {
    constexpr char32_t kWrong = 0xfffd;
    // The least value that needs so many bytes: a smaller one has to be
    // shorter.
    constexpr std::array<char32_t, 4> kLeast{0, 0x80, 0x800, 0x10000};
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t more = first < 0x80             ? 0
                             : (first & 0xe0) == 0xc0 ? 1
                             : (first & 0xf0) == 0xe0 ? 2
                             : (first & 0xf8) == 0xf0 ? 3
                                                      : 4;
    char32_t value = more == 0 ? first : first & (0x3fU >> more);
    bool valid = more < kLeast.size() && more < text.size();
    for (std::size_t k = 1; valid && k <= more; ++k) {
        const auto next = static_cast<unsigned char>(text[k]);
        valid = (next & 0xc0) == 0x80;
        value = value << 6 | (next & 0x3fU);
    }
    valid = valid && value >= kLeast[more] && value <= 0x10ffff &&
            (value < 0xd800 || value > 0xdfff);
    text.remove_prefix(valid ? more + 1 : 1);
    return valid ? value : kWrong;
}

bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

}  // namespace

std::u32string printable(std::string_view utf8) {
    std::u32string characters;
    while (!utf8.empty())
        if (const char32_t c = take(utf8); !is_control(c)) characters += c;
    return characters;
}

}  // namespace tasuki::views
