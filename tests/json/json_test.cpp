// JSON as a value: what is written, what is read back, and what is refused.
#include "json/json.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <sstream>

using tasuki::Json;

namespace {

constexpr auto kLargest = std::numeric_limits<std::uint64_t>::max();
constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();

std::string again(const std::string& text) {
    return Json::parse(text).dump();
}

/// What an Error says.
template <class Call>
std::string refusal(const Call& call) {
    try {
        call();
    } catch (const Json::Error& e) {
        return e.what();
    }
    return "no error";
}

std::string nested(int depth) {
    return std::string(depth, '[') + std::string(depth, ']');
}

}  // namespace

TEST_CASE("lists of pairs that begin with a text are objects, others arrays") {
    CHECK(Json{{"a", 1}, {"b", "two"}}.dump() == R"({"a":1,"b":"two"})");
    CHECK(Json{1, "two", 3.5, true, nullptr}.dump() ==
          R"([1,"two",3.5,true,null])");
    CHECK(Json{{"a", 1}, {"b", 2, 3}}.dump() == R"([["a",1],["b",2,3]])");
    CHECK(Json{{1, "a"}, {2, "b"}}.dump() == R"([[1,"a"],[2,"b"]])");
    CHECK(Json{"a", "b"}.dump() == R"(["a","b"])");
    const Json deep{{"a", {{"b", {{"c", {1, 2}}}}}}, {"d", {}}};
    CHECK(deep.dump() == R"({"a":{"b":{"c":[1,2]}},"d":null})");
    Json none = {};
    CHECK(none.is_null());
    none = {{"key", "value"}};
    CHECK(none.dump() == R"({"key":"value"})");
}

TEST_CASE("containers become arrays and objects") {
    CHECK(Json(std::vector<double>{1, 0.5}).dump() == "[1.0,0.5]");
    CHECK(Json(std::array{1, 2}).dump() == "[1,2]");
    CHECK(Json(std::vector<bool>{true, false}).dump() == "[true,false]");
    CHECK(Json(std::set<std::string>{"b", "a"}).dump() == R"(["a","b"])");
    CHECK(Json(std::vector<std::vector<int>>{{1}, {}}).dump() == "[[1],[]]");
    CHECK(Json(std::map<std::string, int>{{"b", 1}, {"a", 2}}).dump() ==
          R"({"a":2,"b":1})");
    CHECK(Json::array().dump() == "[]");
    CHECK(Json::object().dump() == "{}");
}

TEST_CASE("keys keep the order in which they came") {
    Json j;
    j["z"] = 1;
    j["a"]["inner"] = 2;
    j["m"] = Json::array();
    j["z"] = 3;
    CHECK(j.dump() == R"({"z":3,"a":{"inner":2},"m":[]})");
    CHECK(again(R"({"z":1,"a":2,"z":3})") == R"({"z":3,"a":2})");
    j.update({{"a", nullptr}, {"b", true}});
    j.erase("z");
    j.erase("not there");
    CHECK(j.dump() == R"({"a":null,"m":[],"b":true})");
    std::string keys;
    for (const auto& [key, value] : j.items()) keys += key;
    CHECK(keys == "amb");
}

TEST_CASE("whole numbers keep all of their digits") {
    for (const char* text :
         {"0", "-1", "9223372036854775807", "9223372036854775808",
          "18446744073709551615", "-9223372036854775808"})
        CHECK(again(text) == text);
    CHECK(Json(kLargest).dump() == "18446744073709551615");
    CHECK(Json(kLeast).dump() == "-9223372036854775808");
    CHECK(Json::parse("18446744073709551615").get<std::uint64_t>() == kLargest);
    CHECK(Json::parse("-9223372036854775808").get<std::int64_t>() == kLeast);
    CHECK(Json::parse("9223372036854775808").get<double>() == 0x1p63);
    // Beyond that they are doubles.
    CHECK(Json::parse("18446744073709551616").is_number_float());
    CHECK(Json::parse("5").is_number_integer());
    CHECK_FALSE(Json::parse("5.0").is_number_integer());
}

TEST_CASE("doubles come back bit for bit, with the fewest digits") {
    for (const double value :
         {0.1, 1.0 / 3, 1e308, 1e-300, -2.5e-7, 123456789.0,
          std::nextafter(1.0, 2.0), std::numeric_limits<double>::max(),
          std::numeric_limits<double>::denorm_min()})
        CHECK(Json::parse(Json(value).dump()).get<double>() == value);
    CHECK(Json(0.1).dump() == "0.1");
    CHECK(Json(1.0).dump() == "1.0");
    CHECK(Json(1e22).dump() == "1e+22");
    CHECK(Json(-0.0).dump() == "-0.0");
    CHECK(std::signbit(Json::parse("-0.0").get<double>()));
    CHECK(Json(0.5f).dump() == "0.5");
    CHECK(Json{NAN, INFINITY, -INFINITY}.dump() == "[null,null,null]");
}

TEST_CASE("numbers are read as what they fit in") {
    CHECK(Json::parse("2.0").get<int>() == 2);
    CHECK(Json(-3).get<double>() == -3);
    CHECK(Json(7u).get<std::int64_t>() == 7);
    const int number = Json(5);
    CHECK(number == 5);
    for (const char* text : {"2147483648", "-2147483649", "0.5", "1e99",
                             "\"1\"", "null", "true", "[1]"})
        CHECK(refusal([&] { (void)Json::parse(text).get<int>(); })
                  .starts_with("expected a whole number from -2147483648 to "
                               "2147483647, found "));
    CHECK(refusal([] { (void)Json(-1).get<std::uint64_t>(); }) ==
          "expected a whole number from 0 to 18446744073709551615, found -1");
    CHECK(refusal([] { (void)Json(0x1p64).get<std::uint64_t>(); }) !=
          "no error");
    CHECK(refusal([] { (void)Json(0x1p63).get<std::int64_t>(); }) !=
          "no error");
    CHECK(Json(-0x1p63).get<std::int64_t>() == kLeast);
    CHECK(refusal([] { (void)Json("one").get<double>(); }) ==
          "expected a number, found \"one\"");
    CHECK(refusal([] { (void)Json(true).get<double>(); }) != "no error");
    CHECK(refusal([] { (void)Json(1).get<bool>(); }) ==
          "expected true or false, found 1");
    CHECK(refusal([] { (void)Json(1).get<std::string>(); }) ==
          "expected a text, found 1");
}

TEST_CASE("lists and maps are read whole, or refused") {
    CHECK(Json{1, 2.5}.get<std::vector<double>>() == std::vector{1, 2.5});
    const std::vector<std::string> words = Json{"a", "b"};
    CHECK(words == std::vector<std::string>{"a", "b"});
    CHECK(Json{{"b", 1}, {"a", 2}}.get<std::map<std::string, int>>() ==
          std::map<std::string, int>{{"a", 2}, {"b", 1}});
    CHECK(refusal([] {
              (void)Json{1, "2"}.get<std::vector<int>>();
          }) != "no error");
    CHECK(refusal([] { (void)Json{}.get<std::vector<int>>(); }) ==
          "expected an array, found null");
}

TEST_CASE("what is not there is refused, or replaced") {
    const Json j{{"a", {{"b", {1, 2}}}}, {"c", "text"}};
    CHECK(j.at("a").at("b").at(1) == 2);
    CHECK(j["c"] == "text");
    CHECK(refusal([&] { (void)j.at("d"); }) ==
          "expected the key d, found none");
    CHECK(refusal([&] { (void)j["d"]; }) == "expected the key d, found none");
    CHECK(refusal([&] { (void)j.at("c").at("d"); }) ==
          "expected an object with the key d, found \"text\"");
    CHECK(refusal([&] { (void)j["a"]["b"][2]; }) ==
          "expected an element 2, found 2 elements");
    CHECK(refusal([&] { (void)j.at(0); }) ==
          "expected an array, found an object");
    CHECK(refusal([&] {
              for (const Json& x : j) (void)x;
          }) == "expected an array, found an object");
    CHECK(j.value("c", "none") == "text");
    CHECK(j.value("d", "none") == "none");
    CHECK(j.value("d", 0.5) == 0.5);
    CHECK(refusal([&] { (void)j.value("c", 1); }) != "no error");
    CHECK(refusal([&] { (void)j["c"].value("d", 1); }) != "no error");
    CHECK(j.contains("a"));
    CHECK_FALSE(j["c"].contains("a"));
    CHECK(j.find("d") == nullptr);
    Json changed = j;
    CHECK(refusal([&] { changed["c"]["d"] = 1; }) != "no error");
    CHECK(refusal([&] { changed["c"].push_back(1); }) != "no error");
    CHECK(changed == j);
}

TEST_CASE("paths lead through objects and arrays") {
    const Json j{{"rows", {{{"a/b", 1}, {"~", 2}}, 7}}};
    CHECK(j.at_path("/rows/0/a~1b") == 1);
    CHECK(j.at_path("/rows/0/~0") == 2);
    CHECK(j.at_path("/rows/1") == 7);
    CHECK(j.at_path("") == j);
    for (const char* path : {"/rows/2", "/rows/01", "/rows/-", "/rows/x",
                             "/rows/1/a", "/other", "/"}) {
        CHECK(j.find_path(path) == nullptr);
        CHECK(refusal([&] { (void)j.at_path(path); }) != "no error");
    }
    CHECK(refusal([&] { (void)j.find_path("rows"); }) != "no error");
    CHECK(refusal([&] { (void)j.find_path("/~2"); }) != "no error");
    Json changed = j;
    changed.at_path("/rows/1") = 8;
    CHECK(changed["rows"][1] == 8);
}

TEST_CASE("elements are added, and null becomes what is asked of it") {
    Json j;
    CHECK(j.empty());
    j.push_back({{"a", 1}}).update({{"b", 2}});
    j.push_back({"c", 3});
    CHECK(j.dump() == R"([{"a":1,"b":2},["c",3]])");
    CHECK(j.front()["b"] == 2);
    j.back()[0] = j;
    CHECK(j.back()[0].size() == 2);
    for (Json& element : j) element = element.size();
    CHECK(j.dump() == "[2,2]");
    CHECK(Json{}.begin() == Json{}.end());
    CHECK(Json{}.items().empty());
    CHECK(refusal([] { (void)Json::array().back(); }) != "no error");
}

TEST_CASE("numbers compare by value, objects without regard to their order") {
    CHECK(Json(1) == Json(1u));
    CHECK(Json(1) == 1.0);
    CHECK(Json(kLargest) != Json(-1));
    CHECK(Json(kLargest) > kLeast);
    CHECK(Json(NAN) != Json(NAN));
    CHECK(Json(2) > 1);
    CHECK(3 >= Json(2.5));
    CHECK(Json("b") > Json("a"));
    CHECK_FALSE(Json("1") < 2);
    CHECK(Json("1") != 1);
    CHECK(Json(true) != 1);
    CHECK(Json{{"a", 1}, {"b", 2}} == Json{{"b", 2}, {"a", 1}});
    CHECK(Json{{"a", 1}} != Json{{"a", 1}, {"b", 2}});
    CHECK(Json{1, 2} != Json{2, 1});
    CHECK(Json{} == nullptr);
    std::ostringstream shown;
    shown << Json{1, "a"};
    CHECK(shown.str() == R"([1,"a"])");
}

TEST_CASE("text is printed in one line, or with indentation") {
    const Json j{{"a", {1, 2}}, {"b", Json::array()}, {"c", "\"\\\n\x01/é"}};
    CHECK(j.dump() == "{\"a\":[1,2],\"b\":[],\"c\":\"\\\"\\\\\\n\\u0001/é\"}");
    CHECK(j.dump(2) ==
          "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": [],\n"
          "  \"c\": \"\\\"\\\\\\n\\u0001/é\"\n}");
    CHECK(Json("é").dump(-1, Json::Characters::ascii) == R"("\u00e9")");
    CHECK(Json("caf\xe9").dump() == "\"caf\uFFFD\"");
    CHECK(Json({{"caf\xe9", 1}}).dump() == "{\"caf\uFFFD\":1}");
    CHECK(Json::parse(R"("\ud83d\ude00\u0000")").text() ==
          std::string("\U0001F600\0", 5));
}

TEST_CASE("what is no JSON is refused with its place") {
    for (const char* text :
         {"", "{", "[1,]", "{\"a\":}", "nul", "1 2", "'a'", "01", "1e999",
          "\"\xff\"", "\"\\ud800\"", "// 1"}) {
        CAPTURE(text);
        CHECK_FALSE(Json::try_parse(text).has_value());
        CHECK_THROWS_AS((void)Json::parse(text), Json::ParseError);
    }
    try {
        (void)Json::parse("{\"a\": tru}");
        FAIL("not refused");
    } catch (const Json::ParseError& e) {
        CHECK(e.byte == 10);
        CHECK(std::string{e.what()}.find("line 1, column 10") !=
              std::string::npos);
    }
    std::istringstream two{"{} {}"}, one{" [1] \n"};
    CHECK_FALSE(Json::try_parse(two).has_value());
    CHECK(Json::parse(one) == Json{1});
}

TEST_CASE("nesting is as deep as the text, and ends without the stack") {
    constexpr int kDepth = 1'000'000;
    auto deep = Json::parse(nested(kDepth));
    const Json* at = &deep;
    int levels = 1;
    while (!at->empty()) {
        at = at->begin();
        ++levels;
    }
    CHECK(levels == kDepth);
    deep = nullptr;
    CHECK_FALSE(Json::try_parse(std::string(kDepth, '[')).has_value());
    CHECK(again(nested(1000)) == nested(1000));
}
