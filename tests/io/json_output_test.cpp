#include "io/json_output.hpp"

#include <cmath>

#include "json/json.hpp"
#include "tests/folder.hpp"
#include "tests/refusal.hpp"

using namespace tasuki::io;
using tasuki::Json;

// How values print: tests/json/json_test.cpp.
TEST_CASE("a value is read again, and its file ends with a newline") {
    const tasuki::test::Folder folder;
    const Json value{{"z", 0.1}, {"a", INFINITY}, {"file", "caf\xe9"}};
    write_json(folder / "out.json", value);
    const auto text = tasuki::test::read_file(folder / "out.json");
    CHECK(text.back() == '\n');
    CHECK(Json::parse(text) ==
          Json{{"z", 0.1}, {"a", nullptr}, {"file", "caf\uFFFD"}});
    CHECK_REFUSAL(write_json(folder.path(), Json{}), "Is a directory");
    CHECK(folder.names().size() == 1);
}
