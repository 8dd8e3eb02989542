// ICGEM's format (.gfc), in which gravity models are published: a head of
// keywords up to end_of_head, then a row for each coefficient, and for those
// that change with time t [year] also rows of
//
//   gfct + trnd (t - t0) + acos cos(2 pi (t - t0) / p) + asin sin(...)
//
// with t0 in the row gfct and the period p in those of acos and asin.  In
// version 2.0 each of these rows has the interval t0 to t1 in which it is
// valid.
//
// Source: Ince et al., Earth Syst. Sci. Data 11 (2019) 647, and the format's
// description at icgem.gfz-potsdam.de.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

#include "io/input_error.hpp"
#include "io/number.hpp"
#include "io/sphere/spectrum_parse.hpp"
#include "io/sphere/spectrum_rows.hpp"
#include "io/words.hpp"

namespace tasuki::io {

namespace {

/// A coefficient at an epoch.
struct Changing {
    std::optional<SpectrumRows::Row> base;  ///< gfct
    double t0 = 0;                          ///< of it
    struct Term {
        std::string_view key;      ///< trnd, dot, acos, asin
        double period;             ///< [year]
        std::optional<double> t0;  ///< empty: that of gfct
        RealPair pair;
    };
    std::vector<Term> terms{};
    std::size_t line = 0;  ///< of its last row

    SpectrumRows::Row at(double epoch) const {
        auto row = *base;
        for (const Term& term : terms) {
            const double since = epoch - term.t0.value_or(t0);
            const double angle = 2 * std::numbers::pi * since / term.period;
            const double factor = term.key == "acos"   ? std::cos(angle)
                                  : term.key == "asin" ? std::sin(angle)
                                                       : since;
            row.pair.c += factor * term.pair.c;
            row.pair.s += factor * term.pair.s;
        }
        return row;
    }
};

class IcgemReader {
  public:
    IcgemReader(const std::string& name, std::optional<double> epoch)
        : name_{name}, epoch_{epoch}, rows_{name} {}

    void read_head_line(std::string_view line) {
        ++line_;
        const auto key = take_word(line);
        const Word value{take_word(line), line_};
        // What stands before is free text.
        if (key == "begin_of_head") degree_ = norm_ = format_ = {};
        if (key == "format") format_ = value;
        if (key == "max_degree") degree_ = value;
        if (key == "norm") norm_ = value;
    }

    void check_head() {
        if (norm_.line > 0 && norm_.text != "fully_normalized")
            throw InputError(name_, "a normalization that is not read",
                             where(norm_.line), "norm fully_normalized",
                             quoted_word(norm_.text));
        if (degree_.line == 0) return;
        greatest_ = whole_number(degree_.text);
        if (!greatest_)
            throw InputError(name_, "bad max_degree", where(degree_.line),
                             "a whole number", quoted_word(degree_.text));
    }

    void read_row(std::string_view line) {
        ++line_;
        line = without_comment(line);
        const auto key = take_word(line);
        if (key.empty()) return;
        constexpr std::array kKeys{"gfc", "gfct", "trnd",
                                   "dot", "asin", "acos"};
        if (std::ranges::find(kKeys, key) == kKeys.end())
            throw InputError(name_, "an unknown row", where(line_),
                             "gfc, gfct, trnd, dot, asin or acos",
                             quoted_word(key));
        std::vector<std::string_view> words;
        for (auto word = take_word(line); !word.empty(); word = take_word(line))
            words.push_back(word);
        if (words.size() < 4)
            throw InputError(name_, "a row that is cut", where(line_),
                             fmt::format("{} L M C S", key),
                             fmt::format("{} of these numbers", words.size()));
        const auto row =
            rows_.parsed({words[0], words[1], words[2], words[3]}, line_);
        if (key == "gfc") return rows_.add(row);
        of_time_ = true;
        add_changing(key, row, words);
    }

    Spectrum spectrum() {
        for (const auto& [index, changing] : changing_) {
            if (!changing.base && !epoch_) continue;
            if (!changing.base) refuse_no_base(index, changing);
            rows_.add(epoch_ ? changing.at(*epoch_) : *changing.base);
        }
        if (rows_.empty())
            throw InputError(name_, "no coefficients", "",
                             "rows of gfc L M C S", "a head only");
        if (greatest_ && *greatest_ != rows_.degrees())
            throw InputError(name_, "degrees unlike the head's", where(line_),
                             fmt::format("max_degree {}", *greatest_),
                             fmt::format("degree {}", rows_.degrees()));
        // As geodesy has them: 4 pi, without the phase.
        auto spectrum = rows_.spectrum({Normalization::four_pi, false});
        if (of_time_) {
            if (!spectrum.note.empty()) spectrum.note += "; ";
            spectrum.note +=
                epoch_ ? "coefficients that change with time are those of "
                         "--epoch"
                       : "coefficients that change with time are those of "
                         "their epoch (gfct): --epoch chooses another";
        }
        return spectrum;
    }

  private:
    bool has_intervals() const { return format_.text.starts_with("icgem2"); }

    /// One of the last words of a row, counted from its end.
    double from_end(const std::vector<std::string_view>& words, std::size_t k,
                    const char* what, bool is_date) const {
        constexpr std::size_t least = 4;  // L M C S
        const auto word = words.size() >= least + k ? words[words.size() - k]
                                                    : std::string_view{};
        const auto number = is_date ? parse_epoch(word) : number_of(word);
        if (number && (is_date || *number > 0)) return *number;
        throw InputError(name_, fmt::format("bad {}", what), where(line_),
                         is_date ? "YYYYMMDD" : "a number of years above 0",
                         quoted_word(word));
    }

    void add_changing(std::string_view key, const SpectrumRows::Row& row,
                      const std::vector<std::string_view>& words) {
        auto& changing = changing_[{row.l, row.m}];
        changing.line = line_;
        const bool is_base = key == "gfct";
        if (!epoch_) {
            if (is_base && changing.base) refuse_second(row);
            if (is_base) changing.base = row;
            return;
        }
        const bool is_periodic = key == "acos" || key == "asin";
        const std::size_t behind = is_periodic ? 1 : 0;
        std::optional<double> t0;
        if (has_intervals()) {
            t0 = from_end(words, behind + 2, "t0", true);
            const double t1 = from_end(words, behind + 1, "t1", true);
            if (!(t0 <= *epoch_ && *epoch_ < t1)) return;
        } else if (is_base) {
            if (changing.base) refuse_second(row);
            t0 = from_end(words, 1, "t0", true);
        }
        // Of rows that are valid at the same time, the last one counts.
        if (is_base) {
            changing.base = row;
            changing.t0 = *t0;
            return;
        }
        const double period =
            is_periodic ? from_end(words, 1, "period", false) : 1;
        std::erase_if(changing.terms, [&](const Changing::Term& term) {
            return term.key == key && term.period == period;
        });
        changing.terms.push_back({key, period, t0, row.pair});
    }

    [[noreturn]] void refuse_second(const SpectrumRows::Row& row) const {
        throw InputError(
            name_,
            fmt::format("l = {}, m = {} for a second interval of time", row.l,
                        row.m),
            where(row.line),
            has_intervals() ? "--epoch YYYYMMDD, which chooses one"
                            : "each of them once",
            fmt::format("it in line {} already",
                        changing_.at({row.l, row.m}).base->line));
    }

    [[noreturn]] void refuse_no_base(const std::pair<int, int>& index,
                                     const Changing& changing) const {
        throw InputError(
            name_,
            fmt::format("no gfct of l = {}, m = {} for this --epoch",
                        index.first, index.second),
            where(changing.line),
            has_intervals() ? "a row whose interval t0 to t1 has it"
                            : "a row with its t0",
            "other rows of this l and m only");
    }

    /// Of the head, and where it stands; 0: nowhere.
    struct Word {
        std::string_view text{};
        std::size_t line = 0;
    };

    static std::string where(std::size_t line) {
        return fmt::format("line {}", line);
    }

    const std::string& name_;
    std::optional<double> epoch_;
    SpectrumRows rows_;
    std::map<std::pair<int, int>, Changing> changing_;  ///< of l and m
    Word degree_, norm_, format_;
    std::optional<long> greatest_;
    std::size_t line_ = 0;
    bool of_time_ = false;
};

bool ends_head(std::string_view line) {
    return take_word(line).starts_with("end_of_head");
}

}  // namespace

bool looks_like_icgem(std::string_view content) {
    while (!content.empty())
        if (ends_head(take_line(content))) return true;
    return false;
}

Spectrum parse_spectrum_icgem(const std::string& name, std::string_view content,
                              std::optional<double> epoch) {
    IcgemReader reader{name, epoch};
    while (!content.empty()) {
        const auto line = take_line(content);
        reader.read_head_line(line);
        if (ends_head(line)) break;
    }
    reader.check_head();
    while (!content.empty()) reader.read_row(take_line(content));
    return reader.spectrum();
}

std::optional<double> parse_epoch(std::string_view text) {
    std::string digits{text};
    if (digits.size() >= 10 && digits[4] == '-' && digits[7] == '-')
        digits.erase(7, 1).erase(4, 1);
    const auto whole = std::string_view{digits}.substr(0, 8);
    const auto date = parse_number<unsigned>(whole);
    if (!date || whole.size() < 8) return std::nullopt;
    double part = 0;
    if (digits.size() > 8) {
        const auto rest = number_of("0" + digits.substr(8));
        if (digits[8] != '.' || !rest || *rest >= 1) return std::nullopt;
        part = *rest;
    }
    using namespace std::chrono;
    const auto y = year{static_cast<int>(*date / 10000)};
    const year_month_day day{y, month{*date / 100 % 100},
                             std::chrono::day{*date % 100}};
    if (!day.ok()) return std::nullopt;
    const sys_days first{y / January / 1}, next{(y + years{1}) / January / 1};
    return static_cast<int>(y) +
           (static_cast<double>((sys_days{day} - first).count()) + part) /
               static_cast<double>((next - first).count());
}

}  // namespace tasuki::io
