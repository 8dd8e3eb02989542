// Words, numbers and comments of text files.
#include "io/words.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <span>

#include "io/number.hpp"

using namespace tasuki;

TEST_CASE("numbers as C and Fortran write them") {
    CHECK(io::number_of("1.5") == 1.5);
    CHECK(io::number_of("+1.5") == 1.5);
    CHECK(io::number_of("-.5E-3") == -0.5e-3);
    CHECK(io::number_of("1.5D-03") == 1.5e-3);
    CHECK(io::number_of("1.5d+02") == 150);
    // No letter where the exponent has three digits.
    CHECK(io::number_of("1.5-103") == 1.5e-103);
    CHECK(io::number_of("-1.+103") == -1e103);
    for (const char* word : {"", "+", "x", "1x", "1D2D3", "1-2-3", "nan", "inf",
                             "1e999", "--1", "1,5"}) {
        CAPTURE(word);
        CHECK_FALSE(io::number_of(word));
    }
}

TEST_CASE("a number is all of its text, and fits its type") {
    CHECK(io::parse_number<int>("-12") == -12);
    CHECK(io::parse_number<double>("1e-3") == 1e-3);
    CHECK(io::parse_number<std::uint32_t>("ffffffff", 16) == 0xffffffffU);
    for (const char* text : {"", " 1", "1 ", "+1", "1.5", "0x1", "3000000000"})
        CHECK_FALSE(io::parse_number<int>(text));
    CHECK_FALSE(io::parse_number<std::uint64_t>("-1"));
}

TEST_CASE("comments begin where people begin them") {
    CHECK(io::without_comment("1 2 # 3") == "1 2 ");
    CHECK(io::without_comment("1 2!3") == "1 2");
    CHECK(io::without_comment("% 1") == "");
    CHECK(io::without_comment("  ; 1") == "");
    CHECK(io::without_comment(" //1") == "");
    CHECK(io::without_comment("1 2 3") == "1 2 3");
}

TEST_CASE("lines end with a newline or with the text") {
    std::string_view text = "a\n\nb";
    CHECK(io::take_line(text) == "a");
    CHECK(io::take_line(text) == "");
    CHECK(io::take_line(text) == "b");
    CHECK(text.empty());
}

TEST_CASE("the mark of UTF-8 is not in the text") {
    const std::string bytes =
        "\xef\xbb\xbf"
        "1 2";
    const io::MemorySource source{"marked", std::as_bytes(std::span{bytes})};
    CHECK(io::whole_text(source) == "1 2");
}
