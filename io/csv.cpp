#include "io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "io/input_error.hpp"

namespace tasuki::io {

namespace {

std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t k = 0; k < line.size(); ++k) {
        const char c = line[k];
        if (c == '"' && quoted && k + 1 < line.size() && line[k + 1] == '"')
            fields.back() += line[++k];
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    return fields;
}

/// Of the line that begins at `at`: a newline in quotes does not end it.
std::size_t end_of_line(std::string_view text, std::size_t at) {
    bool quoted = false;
    while (at < text.size() && (quoted || text[at] != '\n'))
        quoted ^= text[at++] == '"';
    return at;
}

std::string line_name(int line) {
    return fmt::format("line {}", line);
}

}  // namespace

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string{c};
    return quoted + '"';
}

void CsvRow::refuse(std::string_view expected, std::string_view found) const {
    throw InputError(file_, "table", line_name(line_), expected,
                     fmt::format("'{}'", found));
}

int CsvRow::place(std::size_t k, std::size_t end) const {
    const auto value = number<std::int64_t>(k);
    if (value < 0 || value >= static_cast<std::int64_t>(end))
        refuse(fmt::format("a number of 0 to {}", end - 1), text(k));
    return static_cast<int>(value);
}

std::vector<int> CsvRow::places(std::size_t k, std::size_t end) const {
    std::vector<int> all;
    std::istringstream words{text(k)};
    for (std::string word; words >> word;)
        all.push_back(CsvRow{file_, line_, {word}}.place(0, end));
    return all;
}

std::vector<CsvRow> read_csv(const std::string& file, std::string_view head,
                             std::size_t rows) {
    std::ifstream stream{file, std::ios::binary};
    if (!stream)
        throw InputError(file, "table", "", "one that can be read",
                         std::strerror(errno));
    const std::string text{std::istreambuf_iterator<char>{stream}, {}};
    const auto fields =
        static_cast<std::size_t>(std::ranges::count(head, ',')) + 1;
    std::vector<CsvRow> found;
    int line = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = end_of_line(text, at);
        ++line;
        if (end == text.size())
            throw InputError(file, "table", line_name(line),
                             "the end of the line", "the end of the file");
        const auto content = std::string_view{text}.substr(at, end - at);
        at = end + 1;
        if (line == 1) {
            if (content != head)
                throw InputError(file, "table", line_name(line),
                                 fmt::format("'{}'", head),
                                 fmt::format("'{}'", content.substr(0, 80)));
            continue;
        }
        found.emplace_back(file, line, split(content));
        if (found.back().size() != fields)
            found.back().refuse(fmt::format("{} fields", fields), content);
    }
    if (line == 0)
        throw InputError(file, "table", line_name(1), fmt::format("'{}'", head),
                         "an empty file");
    if (found.size() != rows)
        throw InputError(file, "table", line_name(line + 1),
                         fmt::format("{} lines below the head", rows),
                         fmt::format("{}", found.size()));
    return found;
}

}  // namespace tasuki::io
