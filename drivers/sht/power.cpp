#include "drivers/sht/power.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>

#include "io/atomic_file.hpp"
#include "views/charts/line_chart.hpp"
#include "views/pages/markup.hpp"

namespace tasuki::drivers {

namespace {

using page::escape;

constexpr double kSphere = 4 * std::numbers::pi;  // its area

// Of the picture: pixels at 100 %.
constexpr double kWidth = 640, kHeight = 400;
constexpr double kLeft = 76, kRight = 20, kTop = 36, kBottom = 52;
/// Decades below the greatest value: below is what rounding leaves.
constexpr int kMostDecades = 24;

/// Whole decades around values.
struct Decades {
    int first, last;
};

Decades decades_of(double least, double most) {
    const int first = static_cast<int>(std::floor(std::log10(least)));
    const int last = static_cast<int>(std::ceil(std::log10(most)));
    return {first, std::max(last, first + 1)};
}

class Chart {
  public:
    Chart(const std::vector<double>& power, const std::string& title,
          const std::string& unit)
        : power_{power}, title_{title}, unit_{unit} {
        double most = 0, least = HUGE_VAL;
        for (std::size_t l = 1; l < power.size(); ++l) {
            if (!(power[l] > 0)) continue;
            most = std::max(most, power[l] / kSphere);
            least = std::min(least, power[l] / kSphere);
        }
        if (most > 0) {
            least = std::max(least, most * std::pow(10, -kMostDecades));
            y_ = decades_of(least, most);
        }
        x_ = decades_of(
            1, std::max<double>(2, static_cast<double>(power.size() - 1)));
    }

    std::string draw() {
        out_ = fmt::format(
            R"(<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {:.0f} {:.0f}" role="img">)"
            "\n<style>{}</style>\n"
            R"(<rect class="page" width="100%" height="100%"/>)"
            "\n<title>{}</title>\n",
            kWidth, kHeight, views::chart_style(), escape(title_));
        text(kWidth / 2, 22, "heading", "middle", title_);
        axes();
        curve();
        return out_ + "</svg>\n";
    }

  private:
    double x_of(double l) const {
        return kLeft + (kWidth - kLeft - kRight) * (std::log10(l) - x_.first) /
                           (x_.last - x_.first);
    }
    double y_of(double value) const {
        return kHeight - kBottom -
               (kHeight - kTop - kBottom) * (std::log10(value) - y_.first) /
                   (y_.last - y_.first);
    }
    void line(double x1, double y1, double x2, double y2) {
        out_ += fmt::format(
            R"(<line class="grid" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)"
            "\n",
            x1, y1, x2, y2);
    }
    void text(double x, double y, const char* kind, const char* anchor,
              const std::string& words) {
        out_ += fmt::format(
            R"(<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>)"
            "\n",
            kind, x, y, anchor, escape(words));
    }
    void axes() {
        const double bottom = kHeight - kBottom, right = kWidth - kRight;
        for (int d = x_.first; d <= x_.last; ++d) {
            const double x = x_of(std::pow(10, d));
            line(x, kTop, x, bottom);
            text(x, bottom + 18, "word", "middle",
                 fmt::format("{:g}", std::pow(10, d)));
        }
        const int apart = (y_.last - y_.first + 7) / 8;
        for (int d = y_.first; d <= y_.last; d += apart) {
            const double y = y_of(std::pow(10, d));
            line(kLeft, y, right, y);
            text(kLeft - 8, y + 4, "word", "end", fmt::format("1e{}", d));
        }
        text((kLeft + right) / 2, bottom + 40, "word", "middle", "degree l");
        out_ += fmt::format(
            R"(<text class="word" transform='translate(18 {:.1f}) rotate(-90)' text-anchor="middle">{}</text>)"
            "\n",
            (kTop + bottom) / 2, escape(y_label()));
    }
    std::string y_label() const {
        constexpr const char* what = "variance per degree";
        if (unit_.empty()) return what;
        const bool is_word = std::ranges::all_of(
            unit_, [](unsigned char c) { return std::isalpha(c) != 0; });
        return is_word ? fmt::format("{} [{}^2]", what, unit_)
                       : fmt::format("{} [({})^2]", what, unit_);
    }
    /// What is 0, or far below all others, is a gap.
    void curve() {
        std::string path, at;
        bool drawing = false;
        for (std::size_t l = 1; l < power_.size(); ++l) {
            const double value = power_[l] / kSphere;
            if (!(value >= std::pow(10, y_.first))) {
                drawing = false;
                continue;
            }
            const double x = x_of(static_cast<double>(l)), y = y_of(value);
            path += fmt::format("{}{:.1f},{:.1f}", drawing ? 'L' : 'M', x, y);
            drawing = true;
            constexpr std::size_t kFew = 64;
            if (power_.size() <= kFew)
                at += fmt::format(
                    R"(<circle class="marker" cx="{:.1f}" cy="{:.1f}" r="2.5"><title>l = {}: {:.4g}</title></circle>)"
                    "\n",
                    x, y, l, value);
        }
        out_ += fmt::format(
            "<g class=\"style0\">\n<path class=\"line\" d=\"{}\"/>\n{}</g>\n",
            path, at);
    }

    const std::vector<double>& power_;
    const std::string &title_, &unit_;
    Decades x_{0, 1}, y_{0, 1};
    std::string out_;
};

}  // namespace

std::vector<double> power_of_degrees(const io::Coefficients& coefficients,
                                     int degrees) {
    const auto t = sphere::triangle(degrees);
    std::vector<double> power(static_cast<std::size_t>(degrees) + 1);
    for (int m = 0; m <= degrees; ++m)
        for (int l = m; l <= degrees; ++l)
            power[static_cast<std::size_t>(l)] +=
                (m > 0 ? 2 : 1) * std::norm(coefficients[t.index(m, l)]);
    return power;
}

std::string power_table(const std::vector<double>& power) {
    std::string text = "l,power,variance\n";
    for (std::size_t l = 0; l < power.size(); ++l)
        text += fmt::format("{},{},{}\n", l, power[l], power[l] / kSphere);
    return text;
}

std::string power_chart(const std::vector<double>& power,
                        const std::string& title, const std::string& unit) {
    return Chart{power, title, unit}.draw();
}

void write_power(const std::string& path, const std::vector<double>& power,
                 const std::string& title, const std::string& unit) {
    io::write_file(path, path.ends_with(".svg")
                             ? power_chart(power, title, unit)
                             : power_table(power));
}

}  // namespace tasuki::drivers
