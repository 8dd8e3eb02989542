#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "io/input_error.hpp"
#include "io/sphere/spectrum_parse.hpp"
#include "io/sphere/spectrum_rows.hpp"
#include "io/words.hpp"

namespace tasuki::io {

namespace {

/// A line of a table: l, m, and what follows; one word more than is read.
struct Line {
    std::array<std::string_view, 5> words;
    std::size_t found = 0, number = 0;

    bool is_negative_order() const { return words[1].starts_with('-'); }
};

/// Whether a line that stands before the first row is a header: names of
/// columns, or constants (radius, GM, degree ...), which are no l and m.
bool is_header(const Line& line) {
    const auto l = whole_number(line.words[0]);
    const auto m = whole_number(line.words[1]);
    return line.found < 3 || !l || !m || *l < 0 || *l > kGreatestDegree ||
           std::abs(*m) > *l;
}

/// What may be meant as l and m.
bool has_indices(const Line& line) {
    const auto fits = [](std::string_view word) {
        const auto value = whole_number(word);
        return value && std::abs(*value) <= kGreatestDegree;
    };
    return fits(line.words[0]) && fits(line.words[1]);
}

/// Rows of nines end the models of magnetic fields of NOAA.
bool is_end(const Line& line) {
    constexpr std::size_t kNoDegree = 5;
    return line.words[0].size() >= kNoDegree &&
           std::all_of(line.words.begin(), line.words.begin() + line.found,
                       [](std::string_view word) {
                           return word.find_first_not_of('9') == word.npos;
                       });
}

/// Calls act(line) for the lines that are neither empty nor comments.
template <class Act>
void for_lines(std::string_view content, const Act& act) {
    for (std::size_t number = 1; !content.empty(); ++number) {
        auto text = without_comment(take_line(content));
        Line line{.words = {}, .found = 0, .number = number};
        while (line.found < line.words.size()) {
            line.words[line.found] = take_word(text);
            if (line.words[line.found].empty()) break;
            ++line.found;
        }
        if (line.found > 0) act(line);
    }
}

/// One row with a negative order means that each row has one number.
bool has_negative_orders(std::string_view content) {
    bool found = false;
    for_lines(content, [&](const Line& line) {
        found = found || (line.is_negative_order() && has_indices(line));
    });
    return found;
}

class TableReader {
  public:
    explicit TableReader(const std::string& name)
        : name_{name}, cosines_{name}, sines_{name, -1} {}

    Spectrum read(std::string_view content, const Convention& convention) {
        const bool one_number = has_negative_orders(content);
        for_lines(content, [&](const Line& line) {
            const bool begun = !cosines_.empty() || !sines_.empty();
            if (!begun && is_header(line)) {
                if (has_indices(line)) note_header(line.number);
            } else if (!begun || !is_end(line)) {
                one_number ? add_one(line) : add_pair(line);
            }
        });
        if (cosines_.empty())
            throw InputError(name_, "no coefficients", "", "rows of l m C S",
                             "a header, comments and blanks");
        if (const auto line = cosines_.take_header(); line > 0)
            note_header(line);
        auto spectrum = cosines_.spectrum(convention);
        if (one_number) {
            const auto sines = sines_.spectrum(convention).coefficients;
            if (sines.size() != spectrum.coefficients.size())
                throw InputError(name_, "cosines and sines of other degrees",
                                 "", fmt::format("{}", cosines_.degrees()),
                                 fmt::format("{}", sines_.degrees()));
            for (std::size_t k = 0; k < sines.size(); ++k)
                spectrum.coefficients[k] += sines[k];
        }
        if (!spectrum.note.empty() && !note_.empty()) note_ += "; ";
        spectrum.note = note_ + spectrum.note;
        return spectrum;
    }

  private:
    [[noreturn]] void refuse_columns(const Line& line, const char* what,
                                     const char* expected) const {
        throw InputError(name_, what, fmt::format("line {}", line.number),
                         expected, fmt::format("{}", line.found));
    }

    void note_header(std::size_t line) {
        if (!note_.empty()) note_ += "; ";
        note_ += fmt::format("line {} is taken as a header", line);
    }

    /// A row of C and S.
    void add_pair(const Line& line) {
        const auto& w = line.words;
        const bool is_zonal = whole_number(w[1]) == 0;
        if (line.found < (is_zonal ? 3 : 4))
            refuse_columns(line, "a row that is cut",
                           "4 columns, l m C S (3 where m = 0)");
        cosines_.add(cosines_.parsed({w[0], w[1], w[2], w[3]}, line.number));
    }

    /// A row of C, or of S with a negative order; an error may follow.
    void add_one(const Line& line) {
        const auto& w = line.words;
        if (line.found < 3)
            refuse_columns(line, "a row that is cut",
                           "3 columns, l m C, or l -m S");
        if (line.found > 4)
            refuse_columns(line, "a row of several numbers",
                           "3 or 4 columns, l m C and its error (S where m < "
                           "0)");
        auto m = w[1];
        const bool is_sine = line.is_negative_order();
        if (is_sine) m.remove_prefix(1);
        // Zero stands for the one that the row does not have.
        auto row = cosines_.parsed({w[0], m, w[2], "0"}, line.number);
        if (is_sine) {
            row.pair = {0, row.pair.c};
            sines_.add(row);
            return;
        }
        cosines_.add(row);
        if (row.m == 0) sines_.add({row.l, 0, {0, 0}, row.line});
    }

    const std::string& name_;
    SpectrumRows cosines_, sines_;
    std::string note_;
};

}  // namespace

Spectrum parse_spectrum_text(const std::string& name, std::string_view content,
                             const Convention& convention) {
    return TableReader{name}.read(content, convention);
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
