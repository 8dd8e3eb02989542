#include "io/sphere/spectrum_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/input_error.hpp"
#include "io/number.hpp"
#include "io/words.hpp"

namespace tasuki::io {

namespace {

/// Greatest degree that files leave out: the mass is known without the file,
/// and a model around its centre of mass has no degree 1.
constexpr int kMayBeLeftOut = 1;

std::string where(std::size_t line) {
    return fmt::format("line {}", line);
}

}  // namespace

std::optional<long> whole_number(std::string_view word) {
    if (const auto value = parse_number<long>(word)) return value;
    const auto number = number_of(word);
    constexpr double kMost = 1e9;
    if (!number || std::abs(*number) > kMost || std::floor(*number) != *number)
        return std::nullopt;
    return static_cast<long>(*number);
}

int SpectrumRows::index(std::string_view word, const char* what,
                        std::size_t line) const {
    const auto value = whole_number(word);
    if (!value || *value < 0 || *value > kGreatestDegree)
        throw InputError(
            name_, fmt::format("bad {}", what), where(line),
            fmt::format("a whole number from 0 to {}", kGreatestDegree),
            quoted_word(word));
    return static_cast<int>(*value);
}

double SpectrumRows::number(std::string_view word, const char* what,
                            std::size_t line) const {
    if (const auto value = number_of(word)) return *value;
    throw InputError(name_, fmt::format("bad {}", what), where(line),
                     "a finite number", quoted_word(word));
}

SpectrumRows::Row SpectrumRows::parsed(
    const std::array<std::string_view, 4>& words, std::size_t line) const {
    const int l = index(words[0], "degree l", line);
    const int m = index(words[1], "order m", line);
    if (m > l)
        throw InputError(name_, "bad order m", where(line),
                         fmt::format("0 to l = {}", l), fmt::format("{}", m));
    const auto& s = words[3];
    const RealPair pair{number(words[2], "C", line),
                        s.empty() && m == 0 ? 0 : number(s, "S", line)};
    if (m == 0 && pair.s != 0)
        throw InputError(name_, "bad S", where(line), "0 for m = 0",
                         quoted_word(s));
    return {l, m, pair, line};
}

void SpectrumRows::add(const Row& row) {
    rows_.push_back(row);
    degrees_ = std::max(degrees_, row.l);
}

std::size_t SpectrumRows::take_header() {
    if (rows_.size() < 2) return 0;
    const auto first = rows_[0], second = rows_[1];
    if (first.l != degrees_ || (second.l == first.l && second.m >= first.m))
        return 0;
    if (std::none_of(rows_.begin() + 1, rows_.end(), [&](const Row& row) {
            return row.l == first.l && row.m == first.m;
        }))
        return 0;
    rows_.erase(rows_.begin());
    return first.line;
}

std::vector<std::size_t> SpectrumRows::lines() const {
    const auto t = sphere::triangle(degrees_);
    std::vector<std::size_t> lines(t.size());
    for (const Row& row : rows_) {
        auto& line = lines[t.index(row.m, row.l)];
        if (line != 0)
            throw InputError(name_,
                             fmt::format("l = {}, m = {} for the second time",
                                         row.l, sign_ * row.m),
                             where(row.line), "each of them once",
                             fmt::format("it in line {} already", line));
        line = row.line;
    }
    return lines;
}

void SpectrumRows::refuse_gap(int l, int m,
                              const std::vector<std::size_t>& lines) const {
    const auto t = sphere::triangle(degrees_);
    // Where it would stand in a file that is sorted.
    std::size_t before = 0;
    if (m > 0) before = lines[t.index(m - 1, l)];
    if (m == 0 && l > 0) before = lines[t.index(l - 1, l - 1)];
    throw InputError(
        name_, fmt::format("no row of l = {}, m = {}", l, sign_ * m),
        before > 0 ? where(before + 1) : "",
        fmt::format("all {} rows of degree {} and below", t.size(), degrees_),
        fmt::format("{} rows", rows_.size()));
}

Spectrum SpectrumRows::spectrum(const Convention& convention) const {
    const auto t = sphere::triangle(degrees_);
    const auto lines = this->lines();
    std::vector<int> left_out;
    for (int l = 0; l <= degrees_; ++l) {
        int found = 0;
        for (int m = 0; m <= l; ++m) found += lines[t.index(m, l)] != 0 ? 1 : 0;
        if (found == 0 && l <= kMayBeLeftOut) {
            left_out.push_back(l);
            continue;
        }
        for (int m = 0; m <= l; ++m)
            if (lines[t.index(m, l)] == 0) refuse_gap(l, m, lines);
    }
    Spectrum spectrum{degrees_, Coefficients(t.size()), ""};
    for (const Row& row : rows_)
        spectrum.coefficients[t.index(row.m, row.l)] =
            to_complex(row.pair, row.l, row.m, convention);
    if (left_out.size() == 1)
        spectrum.note = fmt::format("degree {} is not in the file: taken as 0",
                                    left_out.front());
    if (left_out.size() == 2)
        spectrum.note = "degrees 0 and 1 are not in the file: taken as 0";
    return spectrum;
}

}  // namespace tasuki::io
