// Every command refuses what refusals.txt says, with that code and those words.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

namespace {

using namespace tasuki::test;

/// Fewer lines mean that the file was cut or not found.
constexpr int kLeastRefusals = 200;

std::string trimmed(const std::string& text) {
    const auto begin = text.find_first_not_of(' ');
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// The fields of a line: code, arguments, and one text or more.
std::vector<std::string> fields_of(const std::string& line) {
    const std::string separator = "| ";
    std::vector<std::string> fields;
    std::size_t begin = 0;
    for (auto at = line.find(separator); at != std::string::npos;
         at = line.find(separator, begin)) {
        fields.push_back(trimmed(line.substr(begin, at - begin)));
        begin = at + separator.size();
    }
    fields.push_back(trimmed(line.substr(begin)));
    return fields;
}

}  // namespace

TEST_CASE("every command refuses what it cannot do, in one line with words") {
    std::ifstream file{beside_test({"refusals.txt"}, TASUKI_TEST_REFUSALS)};
    const Folder folder;
    int refusals = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        ++refusals;
        CAPTURE(line);
        const auto fields = fields_of(line);
        REQUIRE(fields.size() >= 3);
        const auto result =
            run_cli(fields[1], "cd '" + folder.path() + "' && ");
        CAPTURE(result.log);
        CHECK(std::to_string(result.code) == fields[0]);
        CHECK(result.out.empty());
        CHECK(std::ranges::count(result.log, '\n') == 1);
        for (std::size_t k = 2; k < fields.size(); ++k) {
            CAPTURE(fields[k]);
            CHECK_FALSE(fields[k].empty());
            CHECK(contains(result.log, fields[k]));
        }
        CHECK(folder.names().empty());
    }
    CHECK(refusals >= kLeastRefusals);
}
