#include "io/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tasuki::io {

namespace {

constexpr bool separates(char c) {
    return c == ' ' || c == '\t' || c == ',' || c == '\r';
}

}  // namespace

std::string_view take_word(std::string_view& line) {
    const auto begin = std::ranges::find_if_not(line, separates);
    const auto end = std::find_if(begin, line.end(), separates);
    const std::string_view word{begin, end};
    line = {end, line.end()};
    return word;
}

std::string quoted_word(std::string_view word) {
    constexpr std::size_t kMost = 24;
    std::string text{word.substr(0, kMost)};
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
    return fmt::format("'{}{}'", text, word.size() > kMost ? "..." : "");
}

}  // namespace tasuki::io
