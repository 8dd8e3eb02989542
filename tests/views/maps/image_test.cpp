// Files, colours and letters of pictures.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/close.hpp"
#include "tests/folder.hpp"
#include "tests/refusal.hpp"
#include "tests/views/maps/lightness.hpp"
#include "tests/views/maps/png_pixels.hpp"
#include "views/maps/colour_map.hpp"
#include "views/maps/lettering.hpp"
#include "views/maps/png.hpp"

using namespace tasuki;
using namespace tasuki::test;
using views::Image;

TEST_CASE("a PNG file gives back its pixels") {
    views::Image image{7, 5};
    for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 7; ++x)
            image.at(x, y) = {static_cast<std::uint8_t>(37 * x),
                              static_cast<std::uint8_t>(255 - 50 * y),
                              static_cast<std::uint8_t>(x * y)};
    const Folder folder;
    views::write_png(folder / "a.png", image);
    const auto read = png_pixels(read_file(folder / "a.png"));
    CHECK(read.width == 7);
    CHECK(read.height == 5);
    CHECK(read.pixels == image.pixels);
    CHECK_REFUSAL(views::write_png("/no/such/folder/a.png", image),
                  "cannot write");
}

TEST_CASE("lightness grows in equal steps, from nearly black to nearly white") {
    const views::ColourMap colours;
    for (int k = 0; k <= 100; ++k) {
        const double t = k / 100.0;
        CAPTURE(t);
        // Rounded to 8 bits: near black a step is 0.3.
        CHECK(std::abs(lightness(colours(t)) - views::ColourMap::lightness(t)) <
              0.4);
    }
    CHECK(lightness(colours(0)) < 4);
    CHECK(lightness(colours(1)) > 94);
    CHECK(colours(-1) == colours(0));
    CHECK(colours(2) == colours(1));
}

TEST_CASE("letters have widths, and do not leave the picture") {
    const views::Pen pen{.height = 12, .stroke = 2};
    CHECK(views::text_width("", pen) == 0);
    CHECK(close(views::text_width("00", pen), 2 * 9.4, 1e-15));
    views::Image image{30, 30};
    for (char c = ' '; c <= '~'; ++c)
        for (const double x : {-50.0, -3.0, 25.0})
            CHECK_NOTHROW(views::draw_text(image, x, 5, {&c, 1}, pen));
}

TEST_CASE("every letter and digit has a shape of its own") {
    const views::Pen pen{.height = 12, .stroke = 1.5};
    std::vector<std::vector<views::Rgb>> seen;
    for (const char c : std::string{"0123456789abcdefghijklmnopqrstuvwxyz"
                                    "ABCDEFGHJKLMNOPQRSTUVWXYZ.,:-+=/()[]^_*%"
                                    " "}) {
        CAPTURE(c);
        views::Image image{20, 24};
        views::draw_text(image, 2, 17, {&c, 1}, pen);
        CHECK(std::ranges::find(seen, image.pixels) == seen.end());
        seen.push_back(image.pixels);
    }
}

TEST_CASE("diverging colours are as dark on both sides of a light middle") {
    const views::DivergingColourMap colours;
    for (int k = 0; k <= 100; ++k) {
        const double t = k / 100.0;
        CAPTURE(t);
        CHECK(std::abs(lightness(colours(t)) -
                       views::DivergingColourMap::lightness(t)) < 0.5);
    }
    CHECK(colours(0).blue > colours(0).red + 60);
    CHECK(colours(1).red > colours(1).blue + 60);
    CHECK(colours(-1) == colours(0));
    CHECK(colours(2) == colours(1));
}
