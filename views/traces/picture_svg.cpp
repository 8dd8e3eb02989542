#include "views/traces/picture_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "io/xml.hpp"
#include "views/traces/picture_rows.hpp"
#include "views/traces/timeline/iterations.hpp"
#include "views/traces/timeline/phases.hpp"

namespace tasuki::trace {

namespace {

using io::xml_shown;
using Kind = PictureRow::Kind;

constexpr double kWidth = 1000, kLeft = 130;      // [px]
constexpr double kLane = 18, kWay = 7, kGap = 3;  // heights of rows [px]
constexpr double kTop = 24;
constexpr double kLeastWidth = 0.25;  // of what is drawn [px]

class Drawing {
  public:
    Drawing(const Timeline& t, const Summary& s) : t_{t}, s_{s} {}

    StaticPicture draw() {
        choose();
        for (const Step& step : s_.path)
            if (step.is_task) on_path_.insert(step.index);
        double y = kTop;
        int rank = 0;
        for (const PictureRow& row : picture_rows(t_)) {
            if (row.rank != rank) y += 2 * kGap;
            rank = row.rank;
            y = add(row, y);
        }
        height_ = y + 4;
        add_axis();
        out_.svg = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} "
            "{:.0f}\" role=\"img\" aria-label=\"Tasks over time\">\n{}{}</"
            "svg>\n",
            kWidth, height_, behind_, front_);
        return out_;
    }

  private:
    void choose() {
        constexpr std::size_t most_tasks = 2000;
        constexpr int most_iterations = 3;
        out_ = {"", t_.window.first, t_.window.first, 0};
        from_ = s_.begin;
        to_ = s_.end;
        std::size_t tasks = 0;
        int count = 0;
        for (const IterationSpan& span : iterations(t_)) {
            if (!t_.measured(span.number)) continue;
            tasks += static_cast<std::size_t>(
                std::ranges::count(t_.tasks, span.number, &Task::iteration));
            if (count > 0 && (tasks > most_tasks || count == most_iterations))
                break;
            if (count == 0) to_ = span.end;
            from_ = std::min(from_, span.start);
            to_ = std::max(to_, span.end);
            out_.last = span.number;
            ++count;
        }
        to_ = std::max(to_, from_ + 1);
    }

    double x(Time time) const {
        return kLeft + static_cast<double>(time - from_) /
                           static_cast<double>(to_ - from_) * (kWidth - kLeft);
    }

    double add(const PictureRow& row, double y) {
        const bool lane = row.kind == Kind::lane;
        const double high = lane ? kLane : kWay;
        const auto name = t_.ranks > 1
                              ? fmt::format("rank {}  {}", row.rank, row.name)
                              : row.name;
        front_ += fmt::format(
            "<text class=\"{}\" x=\"0\" y=\"{:.1f}\">{}</text>\n",
            lane ? "name" : "way", y + high - (lane ? 5 : 0), xml_shown(name));
        for (const Wait& wait : t_.waits)
            if (wait.lane == row.lane)
                add_box(wait.start, wait.end, y + high / 3, high / 3,
                        style_of("waiting").colour);
        const auto add_move = [&](const auto& move) {
            add_box(move.start, move.end, y, high, style_of("exchange").colour);
        };
        for (const int k : row.items)
            if (lane)
                add_task(k, y);
            else if (row.kind == Kind::transfers)
                add_move(t_.transfers[k]);
            else
                add_move(t_.messages[k]);
        return y + high + kGap;
    }

    void add_task(int k, double y) {
        const Task& task = t_.tasks[k];
        const double wide =
            add_box(task.start, task.end, y, kLane, style_of(task.phase).colour,
                    on_path_.contains(k) ? " class=\"critical\"" : "");
        constexpr double per_letter = 5.6;
        if (wide > per_letter * static_cast<double>(task.phase.size()) + 4)
            front_ += fmt::format(
                "<text class=\"in\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                std::max(x(task.start), kLeft) + 2, y + kLane - 5,
                xml_shown(task.phase));
    }

    /// @returns how wide it is
    double add_box(Time start, Time end, double y, double high, Colour colour,
                   std::string_view attribute = "") {
        if (end <= from_ || start >= to_) return 0;
        const double left = std::max(x(start), kLeft);
        const double wide = std::min(x(end), kWidth) - left;
        if (wide < kLeastWidth) {
            ++out_.hidden;
            return wide;
        }
        behind_ += fmt::format(
            "<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" "
            "height=\"{:.1f}\" "
            "fill=\"{}\"{}/>\n",
            left, y, wide > 3 ? wide - 0.6 : wide, high, hex(colour),
            attribute);
        return wide;
    }

    /// Marks 1, 2 or 5 times a power of ten apart.
    void add_axis() {
        const double rough = static_cast<double>(to_ - from_) / 8;
        const double power = std::pow(10, std::floor(std::log10(rough)));
        double each = 10 * power;
        for (const double times : {5., 2., 1.})
            if (rough <= times * power) each = times * power;
        each = std::max(1.0, each);
        std::string marks;
        for (double at = std::ceil(static_cast<double>(from_) / each) * each;
             at <= static_cast<double>(to_); at += each) {
            const double px = x(static_cast<Time>(at));
            marks += fmt::format(
                "<path class=\"mark\" d=\"M{:.1f} 16V{:.0f}\"/>"
                "<text class=\"way\" x=\"{:.1f}\" y=\"12\">{:.6g} us</text>\n",
                px, height_, px + 2, 1e-3 * at);
        }
        behind_ = marks + behind_;
    }

    const Timeline& t_;
    const Summary& s_;
    std::set<int> on_path_;
    Time from_ = 0, to_ = 1;
    double height_ = 0;
    std::string behind_, front_;  // boxes, and words over them
    StaticPicture out_;
};

}  // namespace

StaticPicture static_picture(const Timeline& timeline, const Summary& summary) {
    return Drawing{timeline, summary}.draw();
}

}  // namespace tasuki::trace
