#include <fmt/format.h>

#include <array>

#include "io/sphere/spectrum_parse.hpp"
#include "io/sphere/spectrum_rows.hpp"
#include "io/words.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

/// Whether a line before the first row is a header: names of columns, or
/// constants (radius, GM, degree ...), which are no l and m.
bool is_header(const std::array<std::string_view, 4>& words) {
    for (const auto word : {words[0], words[1]}) {
        const auto value = whole_number(word);
        if (!value || *value > kGreatestDegree) return true;
    }
    return false;
}

}  // namespace

Spectrum parse_spectrum_text(const std::string& name, std::string_view content,
                             const Convention& convention) {
    SpectrumRows rows{name};
    for (std::size_t number = 1; !content.empty(); ++number) {
        auto line = without_comment(take_line(content));
        std::array<std::string_view, 4> words;
        std::size_t found = 0;
        while (found < words.size()) {
            words[found] = take_word(line);
            if (words[found].empty()) break;
            ++found;
        }
        if (found == 0 || (rows.empty() && is_header(words))) continue;
        if (found < words.size())
            throw InputError(name, "a row that is cut",
                             fmt::format("line {}", number),
                             "4 columns, l m C S", fmt::format("{}", found));
        rows.add(words, number);
    }
    if (rows.empty())
        throw InputError(name, "no coefficients", "", "rows of l m C S",
                         "a header, comments and blanks");
    return rows.spectrum(convention);
}

std::string spectrum_text(const Spectrum& spectrum,
                          const Convention& convention, char separator) {
    std::string text = fmt::format(
        "# real coefficients to degree {}, normalization {}, {} the phase of "
        "Condon and Shortley\n# l{}m{}C{}S\n",
        spectrum.degrees, normalization_name(convention.normalization),
        convention.condon_shortley ? "with" : "without", separator, separator,
        separator);
    const auto t = sphere::triangle(spectrum.degrees);
    for (int l = 0; l <= t.degrees; ++l)
        for (int m = 0; m <= l; ++m) {
            const auto pair =
                to_real(spectrum.coefficients[t.index(m, l)], l, m, convention);
            text += fmt::format("{}{}{}{}{}{}{}\n", l, separator, m, separator,
                                pair.c, separator, pair.s);
        }
    return text;
}

}  // namespace tasuki::io
