#include "io/json_output.hpp"

#include <cmath>
#include <limits>

#include "runtime/json/json.hpp"
#include "tests/folder.hpp"
#include "tests/refusal.hpp"

using namespace tasuki::io;
using tasuki::Json;

namespace {

Json through_file(const Json& value) {
    const tasuki::test::Folder folder;
    write_json(folder / "out.json", value);
    return Json::parse(tasuki::test::read_file(folder / "out.json"));
}

}  // namespace

TEST_CASE("a double comes back bit for bit") {
    for (const double value :
         {0.1, 1.0 / 3, 0.5937, 1e-300, std::nextafter(1.0, 2.0),
          std::numeric_limits<double>::max(),
          std::numeric_limits<double>::denorm_min()})
        CHECK(through_file({{"value", value}})["value"].get<double>() == value);
}

TEST_CASE("NaN and infinity become null") {
    const auto back = through_file({{"nan", NAN}, {"infinite", INFINITY}});
    CHECK(back["nan"].is_null());
    CHECK(back["infinite"].is_null());
}

TEST_CASE("keys keep their order and the file ends with a newline") {
    const tasuki::test::Folder folder;
    write_json(folder / "out.json", {{"z", 1}, {"a", 2}});
    const auto text = tasuki::test::read_file(folder / "out.json");
    CHECK(text.find("\"z\"") < text.find("\"a\""));
    CHECK(text.back() == '\n');
}

TEST_CASE("text that is not UTF-8 does not throw") {
    CHECK(through_file({{"file", "caf\xe9"}})["file"] == "caf\uFFFD");
}

TEST_CASE("an unwritable target is refused and leaves nothing") {
    const tasuki::test::Folder folder;
    CHECK_REFUSAL(write_json(folder / "no/out.json", Json{}),
                  folder / "no/out.json");
    CHECK_REFUSAL(write_json(folder.path(), Json{}), "Is a directory");
    CHECK(folder.names().empty());
}
