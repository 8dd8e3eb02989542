#include "views/maps/sphere/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

#include "runtime/core/error.hpp"
#include "views/maps/colour_map.hpp"
#include "views/maps/lettering.hpp"

namespace tasuki::views {

namespace {

using Projection = MapOptions::Projection;

/// Of a pixel, so that the rim is smooth.
constexpr int kSamples = 4;
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

/// Where a sample is among the points of a field with poles and with its first
/// column behind the last: between four of them.
class Points {
  public:
    explicit Points(const sphere::Grid& grid)
        : columns_{static_cast<std::size_t>(grid.longitudes)} {
        for (const auto& node : sphere::nodes_of(grid.kind, grid.latitudes))
            latitude_.push_back(std::atan2(node.mu, node.cosine));
    }

    Map::Sample operator()(const Place& at) const {
        const auto below =
            std::ranges::lower_bound(latitude_, at.latitude, std::greater{});
        const auto row = static_cast<std::size_t>(below - latitude_.begin());
        constexpr double kPole = std::numbers::pi / 2;
        const double upper = row == 0 ? kPole : latitude_[row - 1];
        const double lower = row == latitude_.size() ? -kPole : latitude_[row];
        const double down =
            upper > lower ? (upper - at.latitude) / (upper - lower) : 0;
        const auto count = static_cast<double>(columns_);
        double x = at.longitude / (2 * std::numbers::pi) * count;
        x -= std::floor(x / count) * count;
        const double left = std::floor(x);
        const auto i = static_cast<std::size_t>(left) % columns_;
        return {static_cast<std::uint32_t>(row * (columns_ + 1) + i),
                static_cast<float>(x - left), static_cast<float>(down)};
    }

  private:
    std::size_t columns_;
    std::vector<double> latitude_;  // (J) from the north [rad]
};

std::size_t points_with_poles(const sphere::Grid& grid) {
    return (static_cast<std::size_t>(grid.latitudes) + 2) *
           (static_cast<std::size_t>(grid.longitudes) + 1);
}

/// @return  (J + 2, I + 1): a row of means for each pole, and the first column
///          once more
std::vector<double> with_poles(const sphere::Grid& grid,
                               std::span<const double> field) {
    const auto columns = static_cast<std::size_t>(grid.longitudes);
    const auto pole = [&](std::size_t row) {
        const auto circle = field.subspan(row * columns, columns);
        return std::vector(columns + 1,
                           std::accumulate(circle.begin(), circle.end(), 0.0) /
                               static_cast<double>(columns));
    };
    auto points = pole(0);
    points.reserve(points_with_poles(grid));
    for (std::size_t at = 0; at < field.size(); at += columns) {
        const auto circle = field.subspan(at, columns);
        points.insert(points.end(), circle.begin(), circle.end());
        points.push_back(circle.front());
    }
    const auto south = pole(field.size() / columns - 1);
    points.insert(points.end(), south.begin(), south.end());
    return points;
}

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
        for (int k = 0; k <= kColours; ++k)
            colours_.push_back(
                colour(value(static_cast<double>(k) / kColours)));
    }

    /// @param t  0 (least) to 1 (most)
    double value(double t) const { return least + t * (most - least); }

    Rgb operator()(double f) const {
        if (!std::isfinite(f)) return kNoNumber;
        const double at = (f - least) / (most - least);
        return colours_[static_cast<std::size_t>(
            std::clamp(at, 0.0, 1.0) * kColours + 0.5)];
    }

    double least, most;

  private:
    /// More than can be told from each other.
    static constexpr int kColours = 4096;

    Rgb colour(double f) const {
        if (least < 0 && most > 0)
            return vik((1 + f / std::max(-least, most)) / 2);
        return viridis((f - least) / (most - least));
    }

    std::vector<Rgb> colours_;
};

/// @param count  of kSamples that have the colour
Rgb mixed(Rgb colour, Rgb others, int count) {
    const auto channel = [count](int a, int b) {
        return static_cast<std::uint8_t>(
            (count * a + (kSamples - count) * b + kSamples / 2) / kSamples);
    };
    return {channel(colour.red, others.red),
            channel(colour.green, others.green),
            channel(colour.blue, others.blue)};
}

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

/// Numbers of the bar: few digits, but enough to differ.
std::string number(double value, double range) {
    // What rounding leaves of 0.
    return fmt::format("{:.4g}", std::abs(value) < 1e-9 * range ? 0.0 : value);
}

/// Of the picture [pixels].
int height_of(const MapOptions& o) {
    const auto frame = map_frame(o);
    return frame.top + frame.height + static_cast<int>(4.2 * pen_of(o).height);
}

/// In smaller letters if it is wider than the map.
void draw_title(Image& image, const std::string& title, const MapOptions& o) {
    Pen pen = pen_of(o);
    const double base = 2 * pen.height;
    const auto frame = map_frame(o);
    const double width = text_width(title, pen);
    if (width > frame.width) pen.height *= frame.width / width;
    draw_text(image, frame.left, base, title, pen);
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

MapBytes map_bytes(const sphere::Grid& grid, const MapOptions& o) {
    const auto frame = map_frame(o);
    const auto area = [](int width, int height) {
        return static_cast<std::size_t>(width) * height;
    };
    // Pixels, these as they are compressed, and the file.
    constexpr std::size_t copies = 3;
    return {area(frame.width, frame.height) *
                (kSamples * sizeof(Map::Sample) + sizeof(std::uint8_t)),
            points_with_poles(grid) * sizeof(double) +
                copies * area(o.width, height_of(o)) * sizeof(Rgb)};
}

Map::Map(const sphere::Grid& grid, const MapOptions& options)
    : grid_{grid}, options_{options} {
    constexpr int kLeastWidth = 128;
    if (options.width < kLeastWidth)
        throw runtime::UsageError(
            fmt::format("a map {} pixels wide: expected {} or more",
                        options.width, kLeastWidth));
    const auto frame = map_frame(options);
    const Points points{grid};
    counts_.reserve(static_cast<std::size_t>(frame.width) * frame.height);
    samples_.reserve(kSamples * counts_.capacity());
    for (int v = 0; v < frame.height; ++v)
        for (int u = 0; u < frame.width; ++u) {
            std::uint8_t count = 0;
            for (int k = 0; k < kSamples; ++k) {
                const double x = u + 0.25 + 0.5 * (k % 2);
                const double y = v + 0.25 + 0.5 * (k / 2);
                const auto place = place_at(2 * x / frame.width - 1,
                                            1 - 2 * y / frame.height, options);
                if (!place) continue;
                samples_.push_back(points(*place));
                ++count;
            }
            counts_.push_back(count);
        }
}

Image Map::draw(std::span<const double> field, const std::string& title) const {
    if (field.size() != grid_.size())
        throw runtime::UsageError(
            fmt::format("a field of {} values on a grid of {}", field.size(),
                        grid_.size()));
    Image image{options_.width, height_of(options_), kPaper};
    const Scale scale{field, options_};
    draw_field(image, with_poles(grid_, field),
               [&scale](double f) { return scale(f); });
    draw_bar(image, scale, options_);
    draw_title(image, title, options_);
    return image;
}

template <class Colour>
void Map::draw_field(Image& image, const std::vector<double>& points,
                     const Colour& colour) const {
    const auto frame = map_frame(options_);
    const auto row = static_cast<std::size_t>(grid_.longitudes) + 1;
    const Sample* sample = samples_.data();
    const std::uint8_t* count = counts_.data();
    for (int v = 0; v < frame.height; ++v)
        for (int u = 0; u < frame.width; ++u, ++count) {
            if (*count == 0) continue;
            double sum = 0;
            for (int k = 0; k < *count; ++k, ++sample) {
                const double* const p = &points[sample->upper_left];
                const double above = p[0] + sample->right * (p[1] - p[0]);
                const double below =
                    p[row] + sample->right * (p[row + 1] - p[row]);
                sum += above + sample->down * (below - above);
            }
            Rgb& pixel = image.at(frame.left + u, frame.top + v);
            pixel = mixed(colour(sum / *count), kPaper, *count);
        }
}

Image draw_map(const sphere::Grid& grid, std::span<const double> field,
               const MapOptions& options) {
    return Map{grid, options}.draw(field, options.title);
}

}  // namespace tasuki::views
