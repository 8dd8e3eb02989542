#include "io/xml.hpp"

#include <doctest/doctest.h>

using tasuki::io::xml_escaped;
using tasuki::io::xml_text;

TEST_CASE("the text of an element, whatever is around it") {
    CHECK(xml_text("<a>1</a>", "a") == "1");
    CHECK(xml_text("<r><ab>2</ab><a>1</a></r>", "a") == "1");
    CHECK(xml_text("<n:a x='y'>\n 1 2 \t</n:a>", "a") == "1 2");
    CHECK(xml_text("<!-- <a>9</a> --><a>1</a>", "a") == "1");
    CHECK(xml_text("<r><a>1</a><b>2</b></r>", "r") == "<a>1</a><b>2</b>");
    CHECK(xml_text("<a/>", "a") == "");
    CHECK(xml_text("<a></a>", "a") == "");
    CHECK(xml_text("</a><a>1</a>", "a") == "1");
}

TEST_CASE("what is not there or does not end is nothing") {
    for (const char* xml :
         {"", "a", "<b>1</b>", "<a>1", "<a>1</b>", "<a", "<!-- <a>1</a>", "<",
          "<>", "</>", "</a>", "<a>1</a"})
        CHECK_FALSE(xml_text(xml, "a").has_value());
}

TEST_CASE("text is escaped") {
    CHECK(xml_escaped("a<b>&\nc") == "a&lt;b&gt;&amp; c");
}
