#include "views/maps/bodies/surface_density.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace tasuki::views {

namespace {

constexpr int kNeighbours = 32;
/// Of the smallest disc, which has a pixel at least in it [pixels].
constexpr double kLeast = 1.5;

int upward(Plane plane) {
    return plane == Plane::xy ? 1 : 2;
}

class Counts {
  public:
    explicit Counts(int side)
        : side_{side}, sums_(static_cast<std::size_t>(side + 1) * (side + 1)) {}

    static std::size_t bytes(int side) {
        return static_cast<std::size_t>(side + 1) * (side + 1) * sizeof(int);
    }

    void add(int x, int y) { ++at(x + 1, y + 1); }
    /// After the last one.
    void sum_up() {
        for (int y = 1; y <= side_; ++y) {
            int of_row = 0;
            for (int x = 1; x <= side_; ++x) {
                of_row += at(x, y);
                at(x, y) = of_row + at(x, y - 1);
            }
        }
    }
    /// In the rows above.
    int above(int y) const { return at(side_, y); }
    /// The smallest square of 2 s + 1 pixels around this one that holds
    /// kNeighbours: s, or `most`.
    int half_side(int x, int y, int most) const {
        int low = 0, high = most;
        while (low < high) {
            const int middle = (low + high) / 2;
            if (inside(x, y, middle) >= kNeighbours)
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }

  private:
    /// Of the square of 2 s + 1 pixels.
    int inside(int x, int y, int s) const {
        const int left = std::max(x - s, 0), top = std::max(y - s, 0);
        const int right = std::min(x + s + 1, side_);
        const int bottom = std::min(y + s + 1, side_);
        return at(right, bottom) - at(left, bottom) - at(right, top) +
               at(left, top);
    }
    int& at(int x, int y) {
        return sums_[static_cast<std::size_t>(y) * (side_ + 1) + x];
    }
    const int& at(int x, int y) const {
        return sums_[static_cast<std::size_t>(y) * (side_ + 1) + x];
    }

    int side_;
    std::vector<int> sums_;  // (side + 1, side + 1): of all above and left
};

/// Discs that are spread on grids which become coarser by 2, so that each
/// covers a few cells only, however large it is.
class Discs {
  public:
    /// @param most  the largest radius [pixels]
    Discs(int side, double most)
        : levels_{1 + std::max(0, static_cast<int>(std::log2(most / kLeast)))} {
        const int coarsest = 1 << (levels_ - 1);
        side_ = (side + coarsest - 1) / coarsest * coarsest;
        for (int level = 0; level < levels_; ++level)
            cells_.emplace_back(static_cast<std::size_t>(pitch(level)) *
                                pitch(level));
        draw_stamps();
    }

    /// Coarser grids are a quarter each.
    static std::size_t bytes(int side) {
        const auto pitch = static_cast<std::size_t>(side + 2 * kStamp);
        return pitch * pitch * sizeof(float) * 4 / 3;
    }

    /// Of a radius [pixels].
    int size_of(double radius) const {
        const double size = kSizes * std::log2(radius / kLeast);
        return std::clamp(static_cast<int>(size), 0, kSizes * levels_ - 1);
    }
    /// @param x, y  0 to `side` [pixels]
    /// @param part  is spread over the disc
    void spread(float x, float y, float part, int size) {
        const int level = size / kSizes;
        const float scale = 1 / static_cast<float>(1 << level);
        x *= scale, y *= scale;
        const int u = static_cast<int>(x), v = static_cast<int>(y);
        const auto in_cell = [](float at, int cell) {
            return static_cast<int>((at - static_cast<float>(cell)) * kPlaces);
        };
        const auto& stamp = stamps_[static_cast<std::size_t>(
            (size % kSizes * kPlaces + in_cell(y, v)) * kPlaces +
            in_cell(x, u))];
        const float part_of_area = part * scale * scale;
        float* to = cell(level, u - kHalf, v - kHalf);
        for (const auto& row : stamp) {
            for (int k = 0; k < kStamp; ++k) to[k] += part_of_area * row[k];
            to += pitch(level);
        }
    }
    /// Adds what is on coarser grids to that of pixels.
    void add_up() {
        for (int level = levels_ - 1; level > 0; --level) refine(level);
    }
    /// Of a pixel, after add_up().
    float at(int x, int y) const { return *cell(0, x, y); }

  private:
    /// Radii from one level to the next, and places of the centre in a cell,
    /// that are told from each other.
    static constexpr int kSizes = 8, kPlaces = 4;
    /// Cells of a stamp along a side (the last ones are empty), and before its
    /// centre.
    static constexpr int kStamp = 8, kHalf = 3;
    using Stamp = std::array<std::array<float, kStamp>, kStamp>;

    void draw_stamps() {
        for (int size = 0; size < kSizes; ++size)
            for (int v = 0; v < kPlaces; ++v)
                for (int u = 0; u < kPlaces; ++u)
                    stamps_.push_back(
                        stamp(kLeast * std::exp2((size + 0.5) / kSizes),
                              kHalf + (u + 0.5) / kPlaces,
                              kHalf + (v + 0.5) / kPlaces));
    }
    /// @return  a disc whose sum is 1
    static Stamp stamp(double radius, double x, double y) {
        Stamp disc{};
        double sum = 0;
        const auto visit = [&](auto&& cell) {
            for (int v = 0; v < kStamp; ++v)
                for (int u = 0; u < kStamp; ++u) {
                    const double dx = u + 0.5 - x, dy = v + 0.5 - y;
                    const double q =
                        1 - (dx * dx + dy * dy) / (radius * radius);
                    if (q > 0) cell(disc[v][u], q * q);
                }
        };
        visit([&](float&, double weight) { sum += weight; });
        visit([&](float& to, double weight) {
            to = static_cast<float>(weight / sum);
        });
        return disc;
    }
    /// Adds a level to the finer one: each new cell is 3/4 its own old one and
    /// 1/4 the nearest other one in each direction (G. Chaikin, Computer
    /// Graphics and Image Processing 3 (1974), 346), so that the sum of all
    /// levels is smooth.
    void refine(int level) {
        const int side = side_ >> level;
        std::vector<float> line(static_cast<std::size_t>(side) + 2);
        for (int v = 0; v < 2 * side; ++v) {
            const float* const own = cell(level, -1, v / 2);
            const float* const next =
                cell(level, -1, v / 2 + (v % 2 == 0 ? -1 : 1));
            for (int u = 0; u < side + 2; ++u)
                line[u] = 0.75F * own[u] + 0.25F * next[u];
            float* const to = cell(level - 1, 0, v);
            for (int u = 0; u < side; ++u) {
                to[2 * u] += 0.75F * line[u + 1] + 0.25F * line[u];
                to[2 * u + 1] += 0.75F * line[u + 1] + 0.25F * line[u + 2];
            }
        }
    }
    /// Stamps reach over the border.
    int pitch(int level) const { return (side_ >> level) + 2 * kStamp; }
    std::size_t index(int level, int x, int y) const {
        return static_cast<std::size_t>(y + kStamp) * pitch(level) + x + kStamp;
    }
    float* cell(int level, int x, int y) {
        return &cells_[level][index(level, x, y)];
    }
    const float* cell(int level, int x, int y) const {
        return &cells_[level][index(level, x, y)];
    }

    int levels_, side_;
    std::vector<std::vector<float>> cells_;  // by level: rows from the top
    std::vector<Stamp> stamps_;              // by size, place (y), place (x)
};

/// The largest disc, and how far beside the view bodies reach into it [pixels].
double largest_disc(int pixels) {
    return std::max(kLeast, pixels / 10.0);
}
int margin_of(int pixels) {
    return static_cast<int>(std::ceil(largest_disc(pixels)));
}

struct Seen {
    float x, y;  ///< [pixels]
    float part;  ///< of all mass
};

/// Row by row, so that what is done with one after the other is near in memory.
std::vector<Seen> by_rows(const std::vector<Seen>& seen, const Counts& counts,
                          int side) {
    std::vector<int> next;
    for (int y = 0; y < side; ++y) next.push_back(counts.above(y));
    std::vector<Seen> sorted(seen.size());
    for (const Seen& body : seen)
        sorted[next[static_cast<std::size_t>(body.y)]++] = body;
    return sorted;
}

}  // namespace

std::vector<double> surface_density(const nbody::Bodies& bodies,
                                    const View& view) {
    const double most = largest_disc(view.pixels);
    const int margin = margin_of(view.pixels);
    const int side = view.pixels + 2 * margin;
    const double mass =
        std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0);
    std::vector<double> density(static_cast<std::size_t>(view.pixels) *
                                view.pixels);
    if (!(mass > 0)) return density;

    std::vector<Seen> seen;
    seen.reserve(bodies.size());
    Counts counts{side};
    const double half = side / 2.0;
    const int up = upward(view.plane);
    const auto end = static_cast<float>(side);
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const auto& r = bodies.position[k];
        const auto x =
            static_cast<float>(half + (r[0] - view.centre[0]) / view.pixel());
        const auto y =
            static_cast<float>(half - (r[up] - view.centre[up]) / view.pixel());
        if (!(x >= 0 && x < end && y >= 0 && y < end)) continue;
        seen.push_back({x, y, static_cast<float>(bodies.mass[k] / mass)});
        counts.add(static_cast<int>(x), static_cast<int>(y));
    }
    counts.sum_up();

    Discs discs{side, most};
    std::vector<int> sizes;  // by half the side of a square: a disc of its area
    for (int s = 0; s <= margin; ++s)
        sizes.push_back(discs.size_of(std::clamp(
            2 / std::sqrt(std::numbers::pi) * (s + 0.5), kLeast, most)));
    for (const Seen& body : by_rows(seen, counts, side)) {
        const int s = counts.half_side(static_cast<int>(body.x),
                                       static_cast<int>(body.y), margin);
        discs.spread(body.x, body.y, body.part, sizes[s]);
    }
    discs.add_up();

    const double scale = mass / (view.pixel() * view.pixel());
    auto* to = density.data();
    for (int y = 0; y < view.pixels; ++y)
        for (int x = 0; x < view.pixels; ++x)
            *to++ = scale * discs.at(x + margin, y + margin);
    return density;
}

std::size_t density_bytes(std::size_t bodies, int pixels) {
    const auto square = [](int side) {
        return static_cast<std::size_t>(side) * side;
    };
    const int side = pixels + 2 * margin_of(pixels);
    return square(pixels) * sizeof(double) + Counts::bytes(side) +
           Discs::bytes(side) + 2 * bodies * sizeof(Seen);
}

double projected_radius(const nbody::Bodies& bodies, Plane plane,
                        const nbody::Vector& centre, double fraction) {
    std::vector<std::pair<double, double>> shells;  // radius, mass
    double total = 0;
    const int up = upward(plane);
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const auto& r = bodies.position[k];
        shells.emplace_back(std::hypot(r[0] - centre[0], r[up] - centre[up]),
                            bodies.mass[k]);
        total += bodies.mass[k];
    }
    std::ranges::sort(shells);
    double inside = 0;
    for (const auto& [radius, mass] : shells) {
        inside += mass;
        if (inside >= fraction * total) return radius;
    }
    return shells.back().first;
}

nbody::Vector centre_of(const nbody::Bodies& bodies) {
    nbody::Vector sum{};
    double total = 0;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        for (int d = 0; d < 3; ++d)
            sum[d] += bodies.mass[k] * bodies.position[k][d];
        total += bodies.mass[k];
    }
    if (total > 0)
        for (double& x : sum) x /= total;
    return sum;
}

}  // namespace tasuki::views
