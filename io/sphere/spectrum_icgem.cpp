// ICGEM's format (.gfc), in which gravity models are published: a head of
// keywords up to end_of_head, then a row for each coefficient.
//
// Source: Ince et al., Earth Syst. Sci. Data 11 (2019) 647, and the format's
// description at icgem.gfz-potsdam.de.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/sphere/spectrum_parse.hpp"
#include "io/sphere/spectrum_rows.hpp"
#include "io/words.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

/// How a coefficient changes with time: we take it as it is at its epoch.
constexpr std::array kOfTime{"trnd", "dot", "asin", "acos"};

class IcgemReader {
  public:
    explicit IcgemReader(const std::string& name) : name_{name}, rows_{name} {}

    void read_head_line(std::string_view line) {
        ++line_;
        const auto key = take_word(line);
        const Word value{take_word(line), line_};
        // What stands before is free text.
        if (key == "begin_of_head") degree_ = norm_ = {};
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
        if (std::ranges::find(kOfTime, key) != kOfTime.end()) {
            of_time_ = true;
            return;
        }
        if (key != "gfc" && key != "gfct")
            throw InputError(name_, "an unknown row", where(line_),
                             "gfc, gfct, trnd, dot, asin or acos",
                             quoted_word(key));
        of_time_ = of_time_ || key == "gfct";
        std::array<std::string_view, 4> words;
        for (std::size_t k = 0; k < words.size(); ++k) {
            words[k] = take_word(line);
            if (words[k].empty())
                throw InputError(name_, "a row that is cut", where(line_),
                                 fmt::format("{} L M C S", key),
                                 fmt::format("{} of these numbers", k));
        }
        rows_.add(words, line_);
    }

    Spectrum spectrum() const {
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
                "coefficients that change with time are those of their epoch "
                "(gfct)";
        }
        return spectrum;
    }

  private:
    /// Of the head, and where it stands; 0: nowhere.
    struct Word {
        std::string_view text{};
        std::size_t line = 0;
    };

    static std::string where(std::size_t line) {
        return fmt::format("line {}", line);
    }

    const std::string& name_;
    SpectrumRows rows_;
    Word degree_, norm_;
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

Spectrum parse_spectrum_icgem(const std::string& name,
                              std::string_view content) {
    IcgemReader reader{name};
    while (!content.empty()) {
        const auto line = take_line(content);
        reader.read_head_line(line);
        if (ends_head(line)) break;
    }
    reader.check_head();
    while (!content.empty()) reader.read_row(take_line(content));
    return reader.spectrum();
}

}  // namespace tasuki::io
