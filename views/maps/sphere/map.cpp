#include "views/maps/sphere/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "runtime/core/error.hpp"
#include "views/maps/colour_map.hpp"
#include "views/maps/lettering.hpp"
#include "views/maps/sphere/points.hpp"

namespace tasuki::views {

namespace {

using Projection = MapOptions::Projection;

/// Of a pixel, so that the rim is smooth.
constexpr int kSamples = 4;
constexpr Rgb kPaper{255, 255, 255}, kInk{40, 40, 48}, kNoNumber{150, 150, 150};

double letter_height(const MapOptions& o) {
    return std::max(7.0, o.width / 80.0);
}

Pen pen_of(const MapOptions& o) {
    const double height = letter_height(o);
    return {.colour = kInk, .height = height, .stroke = height / 8};
}

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
        const bool is_given = o.least && o.most;
        for (const double f : is_given ? field.first(0) : field) {
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

/// From the middle of a pixel to samples beside it, left or above first.
constexpr double kOffsets[] = {0.25, 0.75};

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
    const bool has_rows = o.projection == Projection::equirectangular;
    return {has_rows
                ? 2 * static_cast<std::size_t>(frame.width + frame.height) *
                      sizeof(Map::Between)
                : area(frame.width, frame.height) *
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
    const auto x_of = [&](double u) { return 2 * u / frame.width - 1; };
    const auto y_of = [&](double v) { return 1 - 2 * v / frame.height; };
    if (options.projection == Projection::equirectangular) {
        for (int v = 0; v < frame.height; ++v)
            for (const double offset : kOffsets)
                rows_.push_back(points.row(latitude_at(y_of(v + offset))));
        for (const double offset : kOffsets)
            for (int u = 0; u < frame.width; ++u)
                columns_.push_back(
                    points.column(longitude_at(x_of(u + offset), options)));
        return;
    }
    counts_.reserve(static_cast<std::size_t>(frame.width) * frame.height);
    samples_.reserve(kSamples * counts_.capacity());
    for (int v = 0; v < frame.height; ++v)
        for (int u = 0; u < frame.width; ++u) {
            std::uint8_t count = 0;
            for (const double down : kOffsets)
                for (const double right : kOffsets) {
                    const auto place = place_on_sphere(x_of(u + right),
                                                       y_of(v + down), options);
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
    const auto colour = [&scale](double f) { return scale(f); };
    const auto points = with_poles(grid_, field);
    if (rows_.empty())
        draw_samples(image, points, colour);
    else
        draw_rows(image, points, colour);
    draw_bar(image, scale, options_);
    draw_title(image, title, options_);
    return image;
}

/// Between the columns first, once for each row of the grid.
template <class Colour>
void Map::draw_rows(Image& image, const std::vector<double>& points,
                    const Colour& colour) const {
    const auto frame = map_frame(options_);
    const auto row = static_cast<std::uint32_t>(grid_.longitudes) + 1;
    std::vector<double> lines[2];  // of rows that come one after the other
    constexpr std::uint32_t kNone = ~0U;
    std::uint32_t begins[] = {kNone, kNone};
    const auto line_of = [&](std::uint32_t begin) -> const double* {
        const std::size_t k = begin / row % 2;
        auto& line = lines[k];
        if (std::exchange(begins[k], begin) == begin) return line.data();
        line.resize(columns_.size());
        for (std::size_t c = 0; c < line.size(); ++c) {
            const double* const p = &points[begin + columns_[c].first];
            line[c] = p[0] + columns_[c].part * (p[1] - p[0]);
        }
        return line.data();
    };
    const auto width = static_cast<std::size_t>(frame.width);
    std::vector<double> sums(width);
    for (int v = 0; v < frame.height; ++v) {
        std::ranges::fill(sums, 0.0);
        for (const Between& at :
             std::span{rows_}.subspan(2 * std::size_t(v), 2)) {
            const double* const above = line_of(at.first);
            const double* const below = line_of(at.first + row);
            const double down = at.part;
            const auto sample = [=](std::size_t c) {
                return above[c] + down * (below[c] - above[c]);
            };
            for (std::size_t u = 0; u < width; ++u)
                sums[u] = sums[u] + sample(u) + sample(width + u);
        }
        for (std::size_t u = 0; u < width; ++u)
            image.at(frame.left + static_cast<int>(u), frame.top + v) =
                colour(sums[u] / kSamples);
    }
}

template <class Colour>
void Map::draw_samples(Image& image, const std::vector<double>& points,
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
