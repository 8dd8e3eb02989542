// Files, colours and letters of pictures.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/error.hpp"
#include "tests/close.hpp"
#include "tests/folder.hpp"
#include "tests/refusal.hpp"
#include "tests/views/maps/lightness.hpp"
#include "tests/views/maps/png_pixels.hpp"
#include "views/maps/colour_map.hpp"
#include "views/maps/font.hpp"
#include "views/maps/image_strip.hpp"
#include "views/maps/lettering.hpp"
#include "views/maps/png.hpp"

using namespace tasuki;
using namespace tasuki::test;
using views::Image;

TEST_CASE("a PNG file gives back its pixels") {
    views::Image image{7, 60};
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 7; ++x)
            // Flat, steep and rough rows: the encoder filters them differently.
            image.at(x, y) = {
                static_cast<std::uint8_t>(y < 20 ? 37 * x : 9 * y),
                static_cast<std::uint8_t>(255 - 50 * y),
                static_cast<std::uint8_t>(x * y * y)};
    const Folder folder;
    views::write_png(folder / "a.png", image);
    const auto read = png_pixels(read_file(folder / "a.png"));
    CHECK(read.width == 7);
    CHECK(read.height == 60);
    CHECK(read.pixels == image.pixels);
    CHECK_REFUSAL(views::write_png("/no/such/folder/a.png", image),
                  "cannot write");
}

TEST_CASE("what is no picture has no file") {
    CHECK_THROWS_AS(views::png_bytes({}), runtime::FaultError);
}

TEST_CASE("viridis and magma grow lighter in equal steps") {
    double before[] = {0, -1};
    for (int k = 0; k <= 100; ++k) {
        const double t = k / 100.0;
        CAPTURE(t);
        const double l[] = {lightness(views::viridis(t)),
                            lightness(views::magma(t))};
        // Uniform in CAM02-UCS, and so nearly in L* too.
        CHECK(std::abs(l[0] - (15 + 76 * t)) < 3);
        CHECK(std::abs(l[1] - 98 * t) < 6);
        for (int map : {0, 1}) {
            CHECK(l[map] > before[map]);
            before[map] = l[map];
        }
    }
    CHECK(views::magma(0) == views::Rgb{0x00, 0x00, 0x04});
    CHECK(views::magma(1) == views::Rgb{0xfc, 0xfd, 0xbf});
    CHECK(views::viridis(0) == views::Rgb{0x44, 0x01, 0x54});
    CHECK(views::viridis(1) == views::Rgb{0xfd, 0xe7, 0x25});
    CHECK(views::viridis(-1) == views::viridis(0));
    CHECK(views::viridis(2) == views::viridis(1));
}

TEST_CASE("vik is nearly as dark on both sides of a light middle") {
    double before = 100;
    for (int k = 0; k <= 50; ++k) {
        const double far = k / 100.0;
        CAPTURE(far);
        const double below = lightness(views::vik(0.5 - far));
        const double above = lightness(views::vik(0.5 + far));
        CHECK(std::abs(below - above) < 9);
        CHECK((below + above) / 2 < before);
        before = (below + above) / 2;
    }
    CHECK(lightness(views::vik(0.5)) > 90);
    CHECK(views::vik(0) == views::Rgb{0x00, 0x12, 0x61});
    CHECK(views::vik(1) == views::Rgb{0x59, 0x00, 0x08});
    CHECK(views::vik(-1) == views::vik(0));
    CHECK(views::vik(2) == views::vik(1));
}

namespace {

/// A word in the middle of a small picture.
Image drawn(std::string_view text) {
    Image image{80, 40};
    views::draw_text(image, 10, 27, text, {.height = 16});
    return image;
}

}  // namespace

TEST_CASE("a digit is as high as the pen says, and stands on its line") {
    for (const double height : {7.0, 12.0, 40.0}) {
        CAPTURE(height);
        Image image{60, 80};
        views::draw_text(image, 10, 60, "1", {.height = height});
        int first = image.height, last = 0;
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x)
                if (image.at(x, y).red > 60) {
                    first = std::min(first, y);
                    last = y;
                }
        CHECK(last == 59);
        CHECK(std::abs(last + 1 - first - height) <= 1);
    }
}

TEST_CASE("texts have widths, and do not leave the picture") {
    const views::Pen pen{.height = 12, .stroke = 2};
    const auto width = [&](std::string_view text) {
        return views::text_width(text, pen);
    };
    CHECK(width("") == 0);
    CHECK(close(width("00"), 2 * width("0"), 1e-12));
    CHECK(width("AV") < width("A") + width("V"));  // kerning
    CHECK(close(width("\u00b5"), width("\u03bc"), 0.1));
    Image image{30, 30};
    for (const char* text : {"W", "g", "\u00c5"})
        for (const double x : {-500.0, -3.0, 25.0, 500.0})
            for (const double y : {-500.0, 3.0, 33.0, 500.0})
                CHECK_NOTHROW(views::draw_text(image, x, y, text, pen));
}

TEST_CASE("letters, digits, units and Greek have shapes of their own") {
    std::vector<std::vector<views::Rgb>> seen{
        drawn("\U0010fffd").pixels};  // the box for what a font lacks
    const auto add = [&](const std::string& text) {
        CAPTURE(text);
        const auto image = drawn(text);
        CHECK(std::ranges::find(seen, image.pixels) == seen.end());
        seen.push_back(image.pixels);
    };
    for (char c = ' '; c <= '~'; ++c) add({c});
    for (const char* text :
         {"\u00b5", "\u00b0", "\u00b2", "\u00b3", "\u00b7", "\u2212", "\u00e9",
          "\u00fc", "\u00df", "\u03b1", "\u03b6", "\u03c8", "\u03a9", "\u2113",
          "\u221e", "\ufffd"})
        add(text);
}

TEST_CASE("control characters are not drawn, and wrong UTF-8 is marked") {
    CHECK(drawn("a\x1b[31m\n\x7f\u009bb").pixels == drawn("a[31mb").pixels);
    CHECK(drawn(std::string{"a\0b", 3}).pixels == drawn("ab").pixels);
    for (const char* wrong :
         {"\xff", "\x80", "\xc3", "\xc0\xaf", "\xed\xa0\x80",
          "\xf4\x90\x80\x80", "\xe2\x82", "\xfc"}) {
        CAPTURE(wrong);
        // One mark for each byte.
        std::string marks;
        for (const char* c = wrong; *c != '\0'; ++c) marks += "\ufffd";
        CHECK(drawn(wrong).pixels == drawn(marks).pixels);
    }
    CHECK(drawn("\xc3z").pixels == drawn("\ufffdz").pixels);
}

TEST_CASE("what is no font is refused") {
    const std::vector<unsigned char> zeros(64);
    CHECK_THROWS_AS(views::Font{zeros}, runtime::FaultError);
}

TEST_CASE("a line covers its width") {
    Image image{40, 20};
    views::draw_line(image, 5, 10, 35, 10,
                     {.colour = {200, 0, 0}, .stroke = 4});
    int covered = 0;
    for (int y = 0; y < 20; ++y) covered += image.at(20, y).red;
    CHECK(covered == 4 * 200);
    CHECK(image.at(1, 10).red == 0);
    CHECK(image.at(38, 10).red == 0);
    CHECK_NOTHROW(views::draw_line(image, 5, 5, 5, 5, {}));
    CHECK_NOTHROW(views::draw_line(image, -90, -9, 90, 99, {}));
}

TEST_CASE("a strip has pictures from the first to the last of a run") {
    struct Case {
        std::uint64_t pictures;
        int columns, rows;
    };
    for (const auto& c : {Case{1, 1, 1}, Case{3, 3, 1}, Case{5, 5, 1},
                          Case{7, 3, 2}, Case{11, 5, 2}, Case{1000, 5, 2}}) {
        CAPTURE(c.pictures);
        views::ImageStrip strip{c.pictures};
        for (std::uint64_t k = 0; k < c.pictures; ++k)
            if (strip.wants_next())
                strip.add({20, 10,
                           views::Rgb{0, std::uint8_t(k / 256),
                                      std::uint8_t(k % 256)}});
        const auto image = strip.image();
        CHECK(image.width == c.columns * 20 + (c.columns + 1) * 6);
        CHECK(image.height == c.rows * 10 + (c.rows + 1) * 6);
        CHECK(image.at(6, 6) == views::Rgb{});
        const auto last = c.pictures - 1;
        CHECK(
            image.at(image.width - 7, image.height - 7) ==
            views::Rgb{0, std::uint8_t(last / 256), std::uint8_t(last % 256)});
    }
}
