// Files, colours and letters of pictures.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "runtime/core/error.hpp"
#include "tests/folder.hpp"
#include "tests/refusal.hpp"
#include "tests/views/maps/png_pixels.hpp"
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
    CHECK_THROWS_AS(views::png_bytes({}), runtime::FaultError);
}

namespace {

/// A word in the middle of a small picture.
Image drawn(std::string_view text) {
    Image image{80, 40};
    views::draw_text(image, 10, 27, text, {.height = 16});
    return image;
}

}  // namespace

TEST_CASE("texts and lines do not leave the picture") {
    const views::Pen pen{.height = 12, .stroke = 2};
    Image image{30, 30};
    for (const char* text : {"W", "g", "\u00c5"})
        for (const double at : {-500.0, -3.0, 3.0, 25.0, 33.0, 500.0}) {
            CHECK_NOTHROW(views::draw_text(image, at, 25, text, pen));
            CHECK_NOTHROW(views::draw_text(image, 3, at, text, pen));
        }
    CHECK_NOTHROW(views::draw_line(image, -90, -9, 90, 99, {}));
}

TEST_CASE("control characters are not drawn, and wrong UTF-8 is marked") {
    CHECK(drawn("a").pixels != drawn("b").pixels);
    CHECK(drawn("a\x1b[31m\n\x7f\u009bb").pixels == drawn("a[31mb").pixels);
    CHECK(drawn(std::string{"a\0b", 3}).pixels == drawn("ab").pixels);
    for (const char* wrong : {"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80",
                              "\xf4\x90\x80\x80", "\xe2\x82"}) {
        CAPTURE(wrong);
        // One mark for each byte.
        std::string marks;
        for (const char* c = wrong; *c != '\0'; ++c) marks += "\ufffd";
        CHECK(drawn(wrong).pixels == drawn(marks).pixels);
    }
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
