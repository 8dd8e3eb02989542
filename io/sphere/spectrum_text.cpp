#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "io/sphere/spectrum_parse.hpp"
#include "io/words.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

std::optional<long> whole_number(std::string_view word) {
    long value = 0;
    const char* const end = word.data() + word.size();
    const auto [at, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc{} || at != end || word.empty()) return std::nullopt;
    return value;
}

struct Row {
    int l, m;
    RealPair pair;
    std::size_t line;
};

class Rows {
  public:
    explicit Rows(const std::string& name) : name_{name} {}

    void add(std::string_view line) {
        ++line_;
        std::array<std::string_view, 4> words;
        std::size_t found = 0;
        line = line.substr(0, line.find('#'));
        while (found < words.size()) {
            const auto word = take_word(line);
            if (word.empty()) break;
            words[found++] = word;
        }
        if (found == 0) return;
        if (rows.empty() && !whole_number(words[0])) return;  // a header
        if (found < words.size())
            throw InputError(name_, "a row that is cut", where(),
                             "4 columns, l m C S", fmt::format("{}", found));
        const int l = index(words[0], "degree l");
        const int m = index(words[1], "order m");
        if (m > l)
            throw InputError(name_, "bad order m", where(),
                             fmt::format("0 to l = {}", l),
                             fmt::format("{}", m));
        const RealPair pair{number(words[2], "C"), number(words[3], "S")};
        if (m == 0 && pair.s != 0)
            throw InputError(name_, "bad S", where(), "0 for m = 0",
                             quoted_word(words[3]));
        rows.push_back({l, m, pair, line_});
        degrees = std::max(degrees, l);
    }

    std::vector<Row> rows;
    int degrees = 0;

  private:
    std::string where() const { return fmt::format("line {}", line_); }

    int index(std::string_view word, const char* what) const {
        const auto value = whole_number(word);
        if (!value || *value < 0 || *value > kGreatestDegree)
            throw InputError(
                name_, fmt::format("bad {}", what), where(),
                fmt::format("a whole number from 0 to {}", kGreatestDegree),
                quoted_word(word));
        return static_cast<int>(*value);
    }

    double number(std::string_view word, const char* what) const {
        std::string digits{word.substr(word.starts_with('+') ? 1 : 0)};
        std::ranges::replace_if(
            digits, [](char c) { return c == 'D' || c == 'd'; }, 'e');
        double value = NAN;
        const char* const end = digits.data() + digits.size();
        const auto [at, error] = std::from_chars(digits.data(), end, value);
        if (error == std::errc{} && at == end && std::isfinite(value))
            return value;
        throw InputError(name_, fmt::format("bad {}", what), where(),
                         "a finite number", quoted_word(word));
    }

    const std::string& name_;
    std::size_t line_ = 0;
};

}  // namespace

Spectrum parse_spectrum_text(const Source& source,
                             const Convention& convention) {
    const std::string content = source.text(0, source.size());
    Rows table{source.name()};
    for (std::string_view rest = content; !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        table.add(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (table.rows.empty())
        throw InputError(source.name(), "no coefficients", "",
                         "rows of l m C S", "a header, comments and blanks");
    const auto t = sphere::triangle(table.degrees);
    Spectrum spectrum{table.degrees, Coefficients(t.size())};
    std::vector<std::size_t> line_of(t.size());
    for (const Row& row : table.rows) {
        const auto k = t.index(row.m, row.l);
        if (line_of[k] != 0)
            throw InputError(
                source.name(),
                fmt::format("l = {}, m = {} for the second time", row.l, row.m),
                fmt::format("line {}", row.line), "each of them once",
                fmt::format("it in line {} already", line_of[k]));
        line_of[k] = row.line;
        spectrum.coefficients[k] =
            to_complex(row.pair, row.l, row.m, convention);
    }
    for (int l = 0; l <= t.degrees; ++l)
        for (int m = 0; m <= l; ++m)
            if (line_of[t.index(m, l)] == 0) {
                // Where it would stand in a file that is sorted.
                std::size_t before = 0;
                if (m > 0) before = line_of[t.index(m - 1, l)];
                if (m == 0 && l > 0) before = line_of[t.index(l - 1, l - 1)];
                throw InputError(
                    source.name(),
                    fmt::format("no row of l = {}, m = {}", l, m),
                    fmt::format("behind line {}", before),
                    fmt::format("all {} rows of degree {} and below", t.size(),
                                t.degrees),
                    fmt::format("{} rows", table.rows.size()));
            }
    return spectrum;
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
