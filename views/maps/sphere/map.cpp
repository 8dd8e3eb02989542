#include "views/maps/sphere/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "runtime/core/error.hpp"
#include "views/maps/colour_map.hpp"
#include "views/maps/lettering.hpp"

namespace tasuki::views {

namespace {

using Projection = MapOptions::Projection;

constexpr double kDegree = std::numbers::pi / 180;
constexpr Rgb kPaper{255, 255, 255}, kInk{40, 40, 48}, kNoNumber{150, 150, 150};

double letter_height(const MapOptions& o) {
    return std::max(7.0, o.width / 80.0);
}

Pen pen_of(const MapOptions& o) {
    const double height = letter_height(o);
    return {.colour = kInk, .height = height, .stroke = height / 8};
}

/// A point of the sphere [rad].
struct Place {
    double latitude, longitude;
};

/// A field between its points.
class Sampler {
  public:
    Sampler(const sphere::Grid& grid, std::span<const double> field)
        : columns_{static_cast<std::size_t>(grid.longitudes)}, field_{field} {
        for (const auto& node : sphere::nodes_of(grid.kind, grid.latitudes))
            latitude_.push_back(std::atan2(node.mu, node.cosine));
        const auto mean = [&](std::size_t row) {
            double sum = 0;
            for (std::size_t i = 0; i < columns_; ++i)
                sum += field[row * columns_ + i];
            return sum / static_cast<double>(columns_);
        };
        north_ = mean(0);
        south_ = mean(latitude_.size() - 1);
    }

    double operator()(const Place& at) const {
        const auto below =
            std::ranges::lower_bound(latitude_, at.latitude, std::greater{});
        const auto row = static_cast<std::size_t>(below - latitude_.begin());
        constexpr double kPole = std::numbers::pi / 2;
        const double upper = row == 0 ? kPole : latitude_[row - 1];
        const double lower = row == latitude_.size() ? -kPole : latitude_[row];
        const double above =
            row == 0 ? north_ : on_circle(row - 1, at.longitude);
        const double under =
            row == latitude_.size() ? south_ : on_circle(row, at.longitude);
        const double part =
            upper > lower ? (upper - at.latitude) / (upper - lower) : 0;
        return above + part * (under - above);
    }

  private:
    double on_circle(std::size_t row, double longitude) const {
        const auto count = static_cast<double>(columns_);
        double x = longitude / (2 * std::numbers::pi) * count;
        x -= std::floor(x / count) * count;
        const double left = std::floor(x);
        const auto i = static_cast<std::size_t>(left) % columns_;
        const double* const values = &field_[row * columns_];
        return values[i] +
               (x - left) * (values[(i + 1) % columns_] - values[i]);
    }

    std::size_t columns_;
    std::span<const double> field_;
    std::vector<double> latitude_;  // (J) from the north [rad]
    double north_, south_;
};

/// Colours of values from `least` to `most`.
class Scale {
  public:
    Scale(std::span<const double> field, const MapOptions& o) {
        double low = 0, high = 0;
        bool first = true;
        for (const double f : field) {
            if (!std::isfinite(f)) continue;
            low = first ? f : std::min(low, f);
            high = first ? f : std::max(high, f);
            first = false;
        }
        const double far = std::max(-low, high);
        const bool both = low < 0 && high > 0;
        least = o.least.value_or(both && !o.most ? -far : low);
        most = o.most.value_or(both && !o.least ? far : high);
        // A field of one value is in the middle.
        if (!(most > least)) {
            const double margin = least == 0 ? 1 : std::abs(least);
            least -= margin;
            most += margin;
        }
        diverges_ = least < 0 && most > 0;
    }

    /// @param t  0 (least) to 1 (most)
    double value(double t) const { return least + t * (most - least); }

    Rgb operator()(double f) const {
        if (!std::isfinite(f)) return kNoNumber;
        if (!diverges_) return viridis((f - least) / (most - least));
        const double far = std::max(-least, most);
        return vik((1 + f / far) / 2);
    }

    double least, most;

  private:
    bool diverges_;
};

/// The place that is seen at (x, y), -1 to 1 each, y up; nothing beside the
/// sphere.
std::optional<Place> place_at(double x, double y, const MapOptions& o) {
    if (o.projection == Projection::equirectangular)
        return Place{y * 90 * kDegree,
                     (o.centre_longitude + x * 180) * kDegree};
    const double r2 = x * x + y * y;
    if (r2 > 1) return std::nullopt;
    const double z = std::sqrt(1 - r2);  // towards who looks
    const double sine = std::sin(o.centre_latitude * kDegree);
    const double cosine = std::cos(o.centre_latitude * kDegree);
    const double up = y * cosine + z * sine, out = z * cosine - y * sine;
    return Place{std::asin(std::clamp(up, -1.0, 1.0)),
                 o.centre_longitude * kDegree + std::atan2(x, out)};
}

/// Each pixel is the mean of 2 x 2 samples, so that the rim is smooth.
void draw_field(Image& image, const MapFrame& frame, const Sampler& sampler,
                const Scale& scale, const MapOptions& o) {
    for (int v = 0; v < frame.height; ++v)
        for (int u = 0; u < frame.width; ++u) {
            int red = 0, green = 0, blue = 0;
            for (int k = 0; k < 4; ++k) {
                const double x = u + 0.25 + 0.5 * (k % 2);
                const double y = v + 0.25 + 0.5 * (k / 2);
                const auto place = place_at(2 * x / frame.width - 1,
                                            1 - 2 * y / frame.height, o);
                const Rgb colour = place ? scale(sampler(*place)) : kPaper;
                red += colour.red;
                green += colour.green;
                blue += colour.blue;
            }
            const auto mean = [](int sum) {
                return static_cast<std::uint8_t>((sum + 2) / 4);
            };
            image.at(frame.left + u, frame.top + v) = {mean(red), mean(green),
                                                       mean(blue)};
        }
}

/// Numbers of the bar: few digits, but enough to differ.
std::string number(double value, double range) {
    // What rounding leaves of 0.
    return fmt::format("{:.4g}", std::abs(value) < 1e-9 * range ? 0.0 : value);
}

/// In smaller letters if it is wider than the map.
void draw_title(Image& image, const MapFrame& frame, const MapOptions& o) {
    Pen pen = pen_of(o);
    const double base = 2 * pen.height;
    const double width = text_width(o.title, pen);
    if (width > frame.width) pen.height *= frame.width / width;
    draw_text(image, frame.left, base, o.title, pen);
}

void draw_bar(Image& image, const Scale& scale, const MapOptions& o) {
    const Pen pen = pen_of(o);
    const auto frame = map_frame(o);
    const int height = static_cast<int>(pen.height);
    const int left = frame.left + frame.width / 8, width = frame.width * 3 / 4;
    const int top = frame.top + frame.height + height;
    for (int x = 0; x < width; ++x)
        for (int y = 0; y < height; ++y)
            image.at(left + x, top + y) = scale(scale.value((x + 0.5) / width));
    constexpr int kMarks = 4;
    const double base = top + 2.8 * pen.height;
    for (int k = 0; k <= kMarks; ++k) {
        const double x = left + static_cast<double>(width) * k / kMarks;
        draw_line(image, x, top + height, x, top + 1.4 * height, pen);
        auto text = number(scale.value(static_cast<double>(k) / kMarks),
                           scale.most - scale.least);
        if (k == kMarks && !o.unit.empty()) text += " " + o.unit;
        const double wide = text_width(text, pen);
        const double at =
            std::clamp(x - wide / 2, 1.0, std::max(1.0, o.width - wide - 2));
        draw_text(image, at, base, text, pen);
    }
}

}  // namespace

MapOptions::Projection parse_projection(const std::string& text) {
    if (text == "equirectangular") return Projection::equirectangular;
    if (text == "orthographic") return Projection::orthographic;
    throw runtime::UsageError(fmt::format(
        "unknown projection '{}': expected equirectangular, orthographic",
        text));
}

MapFrame map_frame(const MapOptions& o) {
    const int margin = static_cast<int>(letter_height(o));
    const int top = o.title.empty() ? margin : 3 * margin;
    if (o.projection == Projection::equirectangular) {
        const int width = o.width - 2 * margin;
        return {margin, top, width, width / 2};
    }
    const int side = o.width - 2 * margin;
    return {margin, top, side, side};
}

Image draw_map(const sphere::Grid& grid, std::span<const double> field,
               const MapOptions& options) {
    constexpr int kLeastWidth = 128;
    if (options.width < kLeastWidth)
        throw runtime::UsageError(
            fmt::format("a map {} pixels wide: expected {} or more",
                        options.width, kLeastWidth));
    if (field.size() != grid.size())
        throw runtime::UsageError(fmt::format(
            "a field of {} values on a grid of {}", field.size(), grid.size()));
    const auto frame = map_frame(options);
    const Pen pen = pen_of(options);
    Image image{options.width,
                frame.top + frame.height + static_cast<int>(4.2 * pen.height),
                kPaper};
    const Scale scale{field, options};
    draw_field(image, frame, Sampler{grid, field}, scale, options);
    draw_bar(image, scale, options);
    draw_title(image, frame, options);
    return image;
}

}  // namespace tasuki::views
