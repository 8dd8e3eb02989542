// Pictures show the mass where it is, in colours that can be compared.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "drivers/nbody/models/model.hpp"
#include "tests/close.hpp"
#include "tests/views/maps/lightness.hpp"
#include "views/maps/bodies/picture.hpp"

using namespace tasuki;
using namespace tasuki::test;
using views::Image;

namespace {

nbody::Bodies at(std::vector<nbody::Vector> positions) {
    nbody::Bodies bodies;
    bodies.resize(positions.size());
    for (double& m : bodies.mass) m = 1;
    bodies.position = std::move(positions);
    return bodies;
}

/// Of a picture, without its labels.
std::pair<int, int> lightest(const views::Image& image) {
    std::pair<int, int> best{0, 0};
    double most = -1;
    for (int y = image.height / 6; y < image.height * 5 / 6; ++y)
        for (int x = 0; x < image.width; ++x)
            if (const double l = lightness(image.at(x, y)); l > most) {
                most = l;
                best = {x, y};
            }
    return best;
}

}  // namespace

TEST_CASE("the density adds up to the mass that is seen") {
    const auto bodies = drivers::make_bodies(
        {.input = "", .model = "uniform", .n = 500, .seed = 3}, 1);
    for (const int pixels : {40, 97}) {
        const views::View view{views::Plane::xy, {}, 20, pixels};
        const auto density = views::surface_density(bodies, view);
        const double sum = std::accumulate(density.begin(), density.end(), 0.0);
        CHECK(close(sum * view.pixel() * view.pixel(), 1, 1e-5));
    }
}

TEST_CASE("a body is where its coordinates say, x to the right, y or z up") {
    const auto bodies = at({{1, 2, -3}});
    for (const auto plane : {views::Plane::xy, views::Plane::xz}) {
        const auto density =
            views::surface_density(bodies, {plane, {0, 0, 0}, 8, 80});
        const auto most = std::ranges::max_element(density) - density.begin();
        CHECK(std::abs(most % 80 - 50) <= 1);
        CHECK(std::abs(most / 80 - (plane == views::Plane::xy ? 20 : 70)) <= 1);
    }
    // Too far away to be seen, or just beside.
    for (const double x : {100.0, 4.1})
        CHECK_NOTHROW(views::surface_density(
            at({{x, 0, 0}}), {views::Plane::xy, {0, 0, 0}, 8, 80}));
}

TEST_CASE("one scale for all pictures of a run") {
    const auto bodies = drivers::make_bodies(
        {.input = "", .model = "plummer", .n = 3000, .seed = 3}, 1);
    const auto scale = views::choose_scale(bodies, views::Plane::xy);
    // Nine tenths of a Plummer sphere's mass is seen inside of 3 a.
    CHECK(close(scale.width, 3 * 3 * 0.589, 0.1));
    const auto picture =
        views::draw_bodies(bodies, 0, scale, views::Plane::xy, 240);
    const auto [x, y] = lightest(picture);
    CHECK(std::hypot(x - 120, y - 120) < 24);
    CHECK(lightness(picture.at(2, 120)) < 35);
    // Half the size: four times the density, and no other scale.
    auto denser = bodies;
    for (auto& r : denser.position)
        for (double& c : r) c /= 2;
    const auto later =
        views::draw_bodies(denser, 0, scale, views::Plane::xy, 240);
    CHECK(lightness(later.at(120, 120)) > lightness(picture.at(120, 120)) + 5);
    CHECK(lightness(later.at(2, 120)) < lightness(picture.at(2, 120)));
}

TEST_CASE("bodies at one place have a picture too") {
    for (const auto& bodies : {at({{1, 1, 1}}), at({{0, 0, 0}, {0, 0, 5}})}) {
        const auto scale = views::choose_scale(bodies, views::Plane::xy);
        const auto picture =
            views::draw_bodies(bodies, 0, scale, views::Plane::xy, 100);
        const auto [x, y] = lightest(picture);
        CHECK(std::hypot(x - 50, y - 50) < 3);
        // Black where there is nothing, as densities are usually drawn.
        CHECK(lightness(picture.at(50, 99)) < 1);
    }
}
