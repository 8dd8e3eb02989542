#include "drivers/compare/patterns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "io/number.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

namespace {

using runtime::UsageError;
using Words = std::vector<std::string>;

/// Pieces between commas that are in no braces.
Words split(std::string_view text, std::string_view option) {
    Words pieces(1);
    int depth = 0;
    for (const char c : text) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (depth < 0 || depth > 1) break;
        if (c == ',' && depth == 0)
            pieces.emplace_back();
        else
            pieces.back() += c;
    }
    if (depth != 0)
        throw UsageError(fmt::format(
            "{} {}: expected every {{ closed by a }}, and none in another",
            option, text));
    if (std::ranges::count(pieces, std::string{}) > 0)
        throw UsageError(fmt::format(
            "{}: expected words with commas between them, found '{}'", option,
            text));
    return pieces;
}

/// "16..64" -> 16, 32, 64; nothing if it is no range.
std::optional<Words> expand_range(std::string_view text,
                                  std::string_view option) {
    const auto dots = text.find("..");
    if (dots == std::string_view::npos) return std::nullopt;
    const auto number = [&](std::string_view digits) {
        const auto value = io::parse_number<unsigned>(digits);
        if (!value || !std::has_single_bit(*value))
            throw UsageError(fmt::format(
                "{}: expected a range between powers of two such as 16..256, "
                "found '{}'",
                option, text));
        return *value;
    };
    const unsigned first = number(text.substr(0, dots));
    const unsigned last = number(text.substr(dots + 2));
    if (first > last)
        throw UsageError(fmt::format(
            "{}: expected a range from the smaller number to the greater, "
            "found '{}'",
            option, text));
    Words words;
    for (std::uint64_t n = first; n <= last; n *= 2)
        words.push_back(std::to_string(n));
    return words;
}

struct Variable {
    std::size_t begin, size;  ///< the characters that it takes
    Words values;
};

/// The first part of a piece that stands for several words.
std::optional<Variable> find_variable(std::string_view piece,
                                      std::string_view option) {
    if (const auto open = piece.find('{'); open != std::string_view::npos) {
        const auto close = piece.find('}', open);
        const auto inside = piece.substr(open + 1, close - open - 1);
        auto range = expand_range(inside, option);
        return Variable{open, close - open + 1,
                        range ? *range : split(inside, option)};
    }
    constexpr std::string_view kOfRange = "0123456789.";
    const auto dots = piece.find("..");
    if (dots == std::string_view::npos) return std::nullopt;
    const auto before = piece.find_last_not_of(kOfRange, dots);
    const auto begin = before == std::string_view::npos ? 0 : before + 1;
    const auto end =
        std::min(piece.find_first_not_of(kOfRange, dots), piece.size());
    return Variable{begin, end - begin,
                    *expand_range(piece.substr(begin, end - begin), option)};
}

void expand(const std::string& piece, std::string_view option, Words& words) {
    const auto variable = find_variable(piece, option);
    if (!variable) {
        if (std::ranges::find(words, piece) == words.end())
            words.push_back(piece);
        return;
    }
    for (const auto& value : variable->values)
        expand(
            std::string{piece}.replace(variable->begin, variable->size, value),
            option, words);
}

}  // namespace

Words expand_patterns(std::string_view text, std::string_view option) {
    Words words;
    for (const auto& piece : split(text, option)) expand(piece, option, words);
    return words;
}

}  // namespace tasuki::drivers::compare
