#include "views/maps/bodies/surface_density.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace tasuki::views {

namespace {

constexpr int kNeighbours = 32;

int upward(Plane plane) {
    return plane == Plane::xy ? 1 : 2;
}

/// How many bodies are in squares of pixels.
class Counts {
  public:
    explicit Counts(int side)
        : side_{side}, sums_(static_cast<std::size_t>(side + 1) * (side + 1)) {}

    void add(int x, int y) { ++at(x + 1, y + 1); }
    /// After the last one.
    void sum_up() {
        for (int y = 1; y <= side_; ++y)
            for (int x = 1; x <= side_; ++x)
                at(x, y) += at(x - 1, y) + at(x, y - 1) - at(x - 1, y - 1);
    }
    /// Half the side of the smallest square around this pixel that holds
    /// kNeighbours, or `most`.
    double half_side(int x, int y, int most) const {
        int low = 0, high = most;
        while (low < high) {
            const int middle = (low + high) / 2;
            if (inside(x, y, middle) >= kNeighbours)
                high = middle;
            else
                low = middle + 1;
        }
        return low + 0.5;
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

class Grid {
  public:
    explicit Grid(int pixels)
        : pixels_{pixels}, mass_(static_cast<std::size_t>(pixels) * pixels) {}

    /// @param x, y, radius  [pixels]
    void spread(double mass, double x, double y, double radius) {
        const Square s{first(x, radius), last(x, radius), first(y, radius),
                       last(y, radius)};
        // What is spread out of the view is lost to it.
        const double sum = visit(s, x, y, radius, [](int, int, double) {});
        visit(s, x, y, radius, [&](int u, int v, double weight) {
            if (u < 0 || v < 0 || u >= pixels_ || v >= pixels_) return;
            mass_[static_cast<std::size_t>(v) * pixels_ + u] +=
                mass * weight / sum;
        });
    }
    std::vector<double> take() && { return std::move(mass_); }

  private:
    struct Square {
        int left, right, top, bottom;
    };
    static int first(double x, double radius) {
        return static_cast<int>(std::floor(x - radius));
    }
    static int last(double x, double radius) {
        return static_cast<int>(std::floor(x + radius));
    }
    template <class Body>
    static double visit(const Square& s, double x, double y, double radius,
                        const Body& body) {
        double sum = 0;
        for (int v = s.top; v <= s.bottom; ++v)
            for (int u = s.left; u <= s.right; ++u) {
                const double dx = u + 0.5 - x, dy = v + 0.5 - y;
                const double q = 1 - (dx * dx + dy * dy) / (radius * radius);
                if (q <= 0) continue;
                body(u, v, q * q);
                sum += q * q;
            }
        return sum;
    }

    int pixels_;
    std::vector<double> mass_;
};

}  // namespace

std::vector<double> surface_density(const nbody::Bodies& bodies,
                                    const View& view) {
    struct Seen {
        double x, y, mass;
    };
    // A disc has one pixel at least in it.
    const double least = 1.5, most = std::max(least, view.pixels / 10.0);
    // Bodies beside the view reach into it.
    const int margin = static_cast<int>(std::ceil(most));
    const int side = view.pixels + 2 * margin;
    std::vector<Seen> seen;
    Counts counts{side};
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const auto& r = bodies.position[k];
        const double half = side / 2.0;
        const int up = upward(view.plane);
        const double x = half + (r[0] - view.centre[0]) / view.pixel();
        const double y = half - (r[up] - view.centre[up]) / view.pixel();
        if (!(x >= 0 && x < side && y >= 0 && y < side)) continue;
        seen.push_back({x, y, bodies.mass[k]});
        counts.add(static_cast<int>(x), static_cast<int>(y));
    }
    counts.sum_up();
    Grid grid{view.pixels};
    for (const Seen& body : seen) {
        // A disc of the square's area.
        const double radius =
            2 / std::sqrt(std::numbers::pi) *
            counts.half_side(static_cast<int>(body.x), static_cast<int>(body.y),
                             margin);
        grid.spread(body.mass, body.x - margin, body.y - margin,
                    std::clamp(radius, least, most));
    }
    auto density = std::move(grid).take();
    for (double& value : density) value /= view.pixel() * view.pixel();
    return density;
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
