// Texts that come from outside, and the errors that quote them.
#include "io/printable.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "io/input_error.hpp"

using namespace std::string_literals;
using namespace tasuki;
using io::escaped, io::InputError, io::printable;

TEST_CASE("what people write stays as it is") {
    for (const char* text :
         {"", "plain ~", "Grüße, 日本語, 𝛼", "\xc2\xa0", "\xef\xbf\xbd",
          "\xed\x9f\xbf", "\xee\x80\x80", "\xf4\x8f\xbf\xbd"})
        CHECK(escaped(text) == text);
}

TEST_CASE("control characters and broken UTF-8 are shown byte by byte") {
    const std::pair<std::string, const char*> cases[] = {
        {"a\0b"s, "a\\x00b"},
        {"\t\r\n\x7f", "\\x09\\x0d\\x0a\\x7f"},
        {"\xc2\x80\xc2\x9f", "\\xc2\\x80\\xc2\\x9f"},  // C1
        {"\xff\xfe", "\\xff\\xfe"},
        {"\xc3(", "\\xc3("},                  // not continued
        {"\xe2\x82", "\\xe2\\x82"},           // cut off
        {"\xc0\xaf", "\\xc0\\xaf"},           // longer than needed
        {"\xe0\x80\x80", "\\xe0\\x80\\x80"},  // likewise
        {"\xf0\x82\x82\xac", "\\xf0\\x82\\x82\\xac"},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},           // a surrogate
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},  // past U+10FFFF
        {"\xef\xbf\xbe", "\\xef\\xbf\\xbe"},           // not in XML
    };
    for (const auto& [text, shown] : cases) CHECK(escaped(text) == shown);
    CHECK(escaped("a\n\tb\r", "\n\t") == "a\n\tb\\x0d");
}

TEST_CASE("a long text keeps its beginning and its end") {
    const auto text = std::string(2000, 'a') + ": No space";
    CHECK(printable(text).size() == 1000);
    CHECK(printable(text).ends_with("aaa: No space"));
    CHECK(printable(std::string(1000, 'a')) == std::string(1000, 'a'));
    CHECK(printable("abcdefghij", 9) == "abcd…ij");
    // Never within a character, and never twice.
    for (std::size_t most = 4; most < 40; ++most) {
        std::string long_text;
        for (int k = 0; k < 20; ++k) long_text += "é𝛼";
        const auto shown = printable(long_text, most);
        CHECK(shown.size() <= most);
        CHECK(escaped(shown) == shown);
        CHECK(printable(shown, most) == shown);
    }
}

TEST_CASE("an input error says where, what was expected and found, plainly") {
    CHECK(std::string{
              InputError{"a\x1b", "x", "y\n", "1", "'\x1b[2J\x7f\t'"}.what()} ==
          "a\\x1b: x at y\\x0a: expected 1, found '\\x1b[2J\\x7f\\x09'");
    CHECK(std::string{InputError{"u.nersc", "too short", "", "", ""}.what()} ==
          "u.nersc: too short");
}
