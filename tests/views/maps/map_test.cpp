// Maps show the field where it is.
#include "views/maps/sphere/map.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "runtime/core/error.hpp"
#include "tests/views/maps/lightness.hpp"
#include "views/maps/colour_map.hpp"

using namespace tasuki;
using namespace tasuki::test;
using sphere::Grid, sphere::Latitudes;
using Projection = views::MapOptions::Projection;

namespace {

constexpr double kDegree = std::numbers::pi / 180;

template <class Field>
std::vector<double> on_grid(const Grid& grid, const Field& f) {
    std::vector<double> values;
    for (const auto& node : sphere::nodes_of(grid.kind, grid.latitudes))
        for (int i = 0; i < grid.longitudes; ++i)
            values.push_back(
                f(node.mu, 2 * std::numbers::pi * i / grid.longitudes));
    return values;
}

bool is_red(views::Rgb c) {
    return c.red > c.blue + 20;
}
bool is_blue(views::Rgb c) {
    return c.blue > c.red + 20;
}

/// @param x, y  0 to 1 from the left and the top of the map
views::Rgb at(const views::Image& image, const views::MapOptions& o, double x,
              double y) {
    const auto frame = views::map_frame(o);
    return image.at(frame.left + static_cast<int>(x * frame.width),
                    frame.top + static_cast<int>(y * frame.height));
}

const Grid kGrid{Latitudes::gauss, 24, 48};

}  // namespace

TEST_CASE("north is up, and what is positive is red") {
    const auto field = on_grid(kGrid, [](double mu, double) { return mu; });
    for (const auto projection :
         {Projection::equirectangular, Projection::orthographic}) {
        const views::MapOptions o{.projection = projection, .width = 200};
        const auto image = views::draw_map(kGrid, field, o);
        CHECK(image.width == 200);
        CHECK(is_red(at(image, o, 0.5, 0.1)));
        CHECK(is_blue(at(image, o, 0.5, 0.9)));
    }
}

TEST_CASE("longitudes grow to the right, around the centre") {
    // Positive from 0 to 180 degrees.
    const auto field =
        on_grid(kGrid, [](double, double lambda) { return std::sin(lambda); });
    for (const auto projection :
         {Projection::equirectangular, Projection::orthographic}) {
        views::MapOptions o{.projection = projection, .width = 200};
        auto image = views::draw_map(kGrid, field, o);
        CHECK(is_blue(at(image, o, 0.25, 0.5)));
        CHECK(is_red(at(image, o, 0.75, 0.5)));
        o.centre_longitude = 90;
        image = views::draw_map(kGrid, field, o);
        CHECK(is_red(at(image, o, 0.5, 0.5)));
        o.centre_longitude = -90;
        image = views::draw_map(kGrid, field, o);
        CHECK(is_blue(at(image, o, 0.5, 0.5)));
    }
}

TEST_CASE("the sphere turns its centre to who looks, and is round") {
    const auto field = on_grid(kGrid, [](double mu, double) { return mu; });
    views::MapOptions o{.projection = Projection::orthographic,
                        .width = 200,
                        .centre_latitude = 90};
    CHECK(is_red(at(views::draw_map(kGrid, field, o), o, 0.5, 0.5)));
    o.centre_latitude = -90;
    const auto image = views::draw_map(kGrid, field, o);
    CHECK(is_blue(at(image, o, 0.5, 0.5)));
    for (const double x : {0.02, 0.98})
        for (const double y : {0.02, 0.98})
            CHECK(at(image, o, x, y) == views::Rgb{255, 255, 255});
    // A spot at 30 degrees north, 50 east.
    const auto spot = on_grid(kGrid, [](double mu, double lambda) {
        const double cosine = mu * std::sin(30 * kDegree) +
                              std::sqrt(1 - mu * mu) * std::cos(30 * kDegree) *
                                  std::cos(lambda - 50 * kDegree);
        return std::exp(-20 * (1 - cosine));
    });
    o.centre_latitude = 30;
    o.centre_longitude = 50;
    CHECK(lightness(at(views::draw_map(kGrid, spot, o), o, 0.5, 0.5)) > 85);
    CHECK(lightness(at(views::draw_map(kGrid, spot, o), o, 0.5, 0.2)) < 30);
}

TEST_CASE("between points the field is bilinear") {
    // Linear in latitude and constant: exact on any grid with poles.
    const Grid coarse{Latitudes::poles, 5, 4}, fine{Latitudes::poles, 181, 4};
    const auto latitude = [](double mu, double) { return std::asin(mu) + 2; };
    const views::MapOptions o{.width = 160};
    const auto a = views::draw_map(coarse, on_grid(coarse, latitude), o);
    const auto b = views::draw_map(fine, on_grid(fine, latitude), o);
    CHECK(a.pixels == b.pixels);
    // Halfway from 0 to 1 along a circle.
    const Grid four{Latitudes::poles, 3, 4};
    const auto ridge = on_grid(four, [](double, double lambda) {
        return std::abs(lambda - 90 * kDegree) < 1e-9 ? 1.0 : 0.0;
    });
    CHECK(
        std::abs(lightness(at(views::draw_map(four, ridge, o), o, 0.625, 0.5)) -
                 lightness(views::viridis(0.5))) < 3);
    // Without them, the poles are the mean of the last circle.
    const Grid regular{Latitudes::regular, 4, 4};
    const auto image = views::draw_map(
        regular, on_grid(regular, [](double mu, double) { return mu; }), o);
    CHECK(at(image, o, 0.5, 0.001) == at(image, o, 0.1, 0.05));
}

TEST_CASE("the ends of the bar can be given") {
    const auto field = on_grid(kGrid, [](double mu, double) { return mu + 3; });
    views::MapOptions o{.width = 200};
    const auto middle = [&] {
        return lightness(at(views::draw_map(kGrid, field, o), o, 0.5, 0.5));
    };
    CHECK(std::abs(middle() - lightness(views::viridis(0.5))) < 6);
    o.most = 30;
    CHECK(middle() < 20);
    o.least = -30;
    CHECK(std::abs(middle() - lightness(views::vik(0.55))) < 2);
    o.least = 0;
    o.most = 3.0;
    CHECK(middle() > 89);
}

TEST_CASE("fields of one value, and values that are none") {
    const views::MapOptions o{.width = 160};
    for (const double value : {0.0, 5.0, -5.0}) {
        const std::vector<double> same(kGrid.size(), value);
        CHECK_NOTHROW(views::draw_map(kGrid, same, o));
    }
    std::vector<double> field(kGrid.size(),
                              std::numeric_limits<double>::quiet_NaN());
    const auto grey = at(views::draw_map(kGrid, field, o), o, 0.5, 0.5);
    CHECK(grey.red == grey.blue);
    const Grid one{Latitudes::gauss, 1, 1};
    CHECK_NOTHROW(views::draw_map(one, std::vector{1.0}, o));
}

TEST_CASE("what is no map is refused") {
    const std::vector<double> field(kGrid.size());
    CHECK_THROWS_AS(views::draw_map(kGrid, field, {.width = 20}),
                    runtime::UsageError);
    CHECK_THROWS_AS(views::draw_map({Latitudes::gauss, 5, 5}, field, {}),
                    runtime::UsageError);
    CHECK(views::parse_projection("orthographic") == Projection::orthographic);
    CHECK_THROWS_AS(views::parse_projection("mercator"), runtime::UsageError);
}
