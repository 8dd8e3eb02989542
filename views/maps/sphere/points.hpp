// Where a map shows which place, and where that is among the points of a grid.
// For map.cpp alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <vector>

#include "codelets/sphere/grid.hpp"
#include "views/maps/sphere/map.hpp"

namespace tasuki::views {

inline constexpr double kDegree = std::numbers::pi / 180;

/// A point of the sphere [rad].
struct Place {
    double latitude, longitude;
};

/// Of an equirectangular map.
/// @param x, y  -1 to 1, y up
inline double longitude_at(double x, const MapOptions& o) {
    return (o.centre_longitude + x * 180) * kDegree;
}
inline double latitude_at(double y) {
    return y * 90 * kDegree;
}

/// The place that is seen at (x, y), -1 to 1 each, y up; nothing beside the
/// sphere.
inline std::optional<Place> place_on_sphere(double x, double y,
                                            const MapOptions& o) {
    const double r2 = x * x + y * y;
    if (r2 > 1) return std::nullopt;
    const double z = std::sqrt(1 - r2);  // towards who looks
    const double sine = std::sin(o.centre_latitude * kDegree);
    const double cosine = std::cos(o.centre_latitude * kDegree);
    const double up = y * cosine + z * sine, out = z * cosine - y * sine;
    return Place{std::asin(std::clamp(up, -1.0, 1.0)),
                 o.centre_longitude * kDegree + std::atan2(x, out)};
}

/// Where a sample is among the points of a field with poles and with its first
/// column behind the last: between four of them.
class Points {
  public:
    explicit Points(const sphere::Grid& grid)
        : columns_{static_cast<std::size_t>(grid.longitudes)} {
        for (const auto& node : sphere::nodes_of(grid.kind, grid.latitudes))
            latitude_.push_back(std::atan2(node.mu, node.cosine));
    }

    /// First point of the upper of two rows.
    Map::Between row(double latitude) const {
        const auto below =
            std::ranges::lower_bound(latitude_, latitude, std::greater{});
        const auto row = static_cast<std::size_t>(below - latitude_.begin());
        constexpr double kPole = std::numbers::pi / 2;
        const double upper = row == 0 ? kPole : latitude_[row - 1];
        const double lower = row == latitude_.size() ? -kPole : latitude_[row];
        const double down =
            upper > lower ? (upper - latitude) / (upper - lower) : 0;
        return {static_cast<std::uint32_t>(row * (columns_ + 1)),
                static_cast<float>(down)};
    }
    Map::Between column(double longitude) const {
        const auto count = static_cast<double>(columns_);
        double x = longitude / (2 * std::numbers::pi) * count;
        x -= std::floor(x / count) * count;
        const double left = std::floor(x);
        return {static_cast<std::uint32_t>(static_cast<std::size_t>(left) %
                                           columns_),
                static_cast<float>(x - left)};
    }
    Map::Sample operator()(const Place& at) const {
        const auto [upper, down] = row(at.latitude);
        const auto [left, right] = column(at.longitude);
        return {upper + left, right, down};
    }

  private:
    std::size_t columns_;
    std::vector<double> latitude_;  // (J) from the north [rad]
};

}  // namespace tasuki::views
