#include "io/xml.hpp"

#include <doctest/doctest.h>

using tasuki::io::kLongestXml;
using tasuki::io::xml_escaped;
using tasuki::io::xml_text;

TEST_CASE("the text of an element, whatever is around it") {
    CHECK(xml_text("<a>1</a>", "a") == "1");
    CHECK(xml_text("<r><ab>2</ab><a>1</a><a>3</a></r>", "a") == "1");
    CHECK(xml_text("<r><b><a>1</a></b><a>2</a></r>", "a") == "1");
    CHECK(xml_text("<n:a x='y'>\n 1 2 \t</n:a>", "a") == "1 2");
    CHECK(xml_text("<!-- <a>9</a> --><a>1<!-- 9 --></a>", "a") == "1");
    CHECK(xml_text("<?xml version=\"1.0\"?>\n<a>1</a>\n", "a") == "1");
    CHECK(xml_text("<a/>", "a") == "");
    CHECK(xml_text("<a></a>", "a") == "");
    CHECK(xml_text("<b>1</b><a>2</a>", "a") == "2");
}

TEST_CASE("entities and CDATA are resolved") {
    CHECK(xml_text("<a>&lt;b&gt; &amp; &quot;&#65;&#x3bc;&quot;</a>", "a") ==
          "<b> & \"A\u03bc\"");
    CHECK(xml_text("<a>1 <![CDATA[< <b>2</b> &amp;]]></a>", "a") ==
          "1 < <b>2</b> &amp;");
    for (const char* text : {"a<b>&\"c'", "\u00e9 \u03bc"})
        CHECK(xml_text("<a>" + xml_escaped(text) + "</a>", "a") == text);
}

TEST_CASE("the content of an element with elements is their markup") {
    const auto inner =
        xml_text("<r><a x=\"1\">1 &lt; 2</a>\n<b>2</b></r>", "r");
    REQUIRE(inner.has_value());
    CHECK(*inner == "<a x=\"1\">1 &lt; 2</a><b>2</b>");
    CHECK(xml_text(*inner, "a") == "1 < 2");
    CHECK(xml_text(*inner, "b") == "2");
}

TEST_CASE("what is not there or is not well formed is nothing") {
    for (const char* xml :
         {"", "a", "<b>1</b>", "<b a='1'/>", "<?a 1?><b/>", "<a>1", "<a>1</b>",
          "<a", "<!-- <a>1</a>", "<", "<>", "</>", "</a>", "<a>1</a",
          "</a><a>1</a>", "<a>1</a><b>", "<a><![CDATA[1</a>"}) {
        CAPTURE(xml);
        CHECK_FALSE(xml_text(xml, "a").has_value());
    }
}

TEST_CASE("hostile documents cost no more than their size") {
    // Entities of entities are not expanded.
    CHECK(xml_text("<!DOCTYPE a [<!ENTITY x \"yyyy\"><!ENTITY z "
                   "\"&x;&x;\">]><a>&z;</a>",
                   "a") == "&z;");
    CHECK(xml_text("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
                   "<a>&x;</a>",
                   "a") == "&x;");
    // Depth: an element in three bytes.
    constexpr std::size_t kDeep = 100'000;
    std::string deep;
    for (std::size_t k = 0; k < kDeep; ++k) deep += "<b>";
    deep += "<a>1</a>";
    for (std::size_t k = 0; k < kDeep; ++k) deep += "</b>";
    CHECK(xml_text(deep, "a") == "1");
    CHECK(xml_text(deep, "b")->size() == deep.size() - 7);
    const std::string element = "<a>1</a>";
    CHECK(xml_text(element + std::string(kLongestXml - element.size(), ' '),
                   "a") == "1");
    CHECK_FALSE(
        xml_text(element + std::string(kLongestXml - element.size() + 1, ' '),
                 "a")
            .has_value());
}

TEST_CASE("text is escaped") {
    CHECK(xml_escaped("<a href=\"b\">&'") ==
          "&lt;a href=&quot;b&quot;&gt;&amp;&#39;");
    CHECK(xml_escaped("a\x1b[31m\x01\nb\t") == "a\\x1b[31m\\x01\nb\t");
    CHECK(tasuki::io::xml_shown("<\n>") == "&lt;\\x0a&gt;");
}
