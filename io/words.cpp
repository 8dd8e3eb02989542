#include "io/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/number.hpp"
#include "io/printable.hpp"

namespace tasuki::io {

namespace {

constexpr bool separates(char c) {
    return c == ' ' || c == '\t' || c == ',' || c == '\r';
}

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

bool looks_like_text(const Source& source) {
    return std::ranges::all_of(source.text(0, 512), [](unsigned char c) {
        return c >= ' ' || c == '\t' || c == '\n' || c == '\r';
    });
}

std::string trimmed(std::string_view text, std::string_view around) {
    const auto first = text.find_first_not_of(around);
    if (first == std::string_view::npos) return {};
    return std::string{
        text.substr(first, text.find_last_not_of(around) - first + 1)};
}

std::string whole_text(const Source& source) {
    auto text = source.text(0, source.size());
    constexpr std::string_view kMark{"\xef\xbb\xbf"};
    if (text.starts_with(kMark)) text.erase(0, kMark.size());
    return text;
}

std::string_view take_line(std::string_view& text) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

std::string_view without_comment(std::string_view line) {
    auto rest = line;
    const auto first = take_word(rest);
    if (first.starts_with(';') || first.starts_with("//")) return {};
    return line.substr(0, line.find_first_of("#!%"));
}

std::string_view take_word(std::string_view& line) {
    const auto begin = std::ranges::find_if_not(line, separates);
    const auto end = std::find_if(begin, line.end(), separates);
    const std::string_view word{begin, end};
    line = {end, line.end()};
    return word;
}

std::optional<double> number_of(std::string_view word) {
    std::string digits{word.substr(word.starts_with('+') ? 1 : 0)};
    std::ranges::replace_if(
        digits, [](char c) { return c == 'D' || c == 'd'; }, 'e');
    const auto sign = digits.find_last_of("+-");
    if (sign != std::string::npos && sign > 0 &&
        (is_digit(digits[sign - 1]) || digits[sign - 1] == '.'))
        digits.insert(sign, 1, 'e');
    const auto value = parse_number<double>(digits);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::string quoted_word(std::string_view word) {
    return fmt::format("'{}'", printable(word, 24));
}

}  // namespace tasuki::io
