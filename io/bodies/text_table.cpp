#include "io/bodies/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/input_error.hpp"
#include "io/words.hpp"

namespace tasuki::io {

namespace {

constexpr std::array kColumns{"m", "x", "y", "z", "vx", "vy", "vz"};

class Table {
  public:
    explicit Table(const std::string& name) : name_{name} {}

    void add(std::string_view line) {
        ++line_;
        line = without_comment(line);
        std::array<double, kColumns.size()> values;
        std::size_t found = 0;
        for (auto word = take_word(line); !word.empty();
             word = take_word(line)) {
            if (found < values.size()) values[found] = number(word, found);
            ++found;
        }
        if (found == 0) return;
        if (found != values.size())
            throw InputError(name_, "wrong number of columns", where(),
                             "7 numbers, m x y z vx vy vz",
                             fmt::format("{}", found));
        bodies.mass.push_back(values[0]);
        bodies.position.push_back({values[1], values[2], values[3]});
        bodies.velocity.push_back({values[4], values[5], values[6]});
    }

    nbody::Bodies bodies;

  private:
    std::string where() const { return fmt::format("line {}", line_); }

    double number(std::string_view word, std::size_t column) const {
        const auto value = number_of(word);
        if (value && (column > 0 || *value >= 0)) return *value;
        throw InputError(
            name_, fmt::format("bad {}", kColumns[column]), where(),
            column == 0 ? "a finite number from 0 on" : "a finite number",
            quoted_word(word));
    }

    const std::string& name_;
    std::size_t line_ = 0;
};

}  // namespace

BodyFile parse_text_table(const Source& source) {
    const std::string content = whole_text(source);
    Table table{source.name()};
    for (std::string_view rest = content; !rest.empty();)
        table.add(take_line(rest));
    if (table.bodies.size() == 0)
        throw InputError(source.name(), "no bodies", "",
                         "lines of m x y z vx vy vz", "comments and blanks");
    return {.bodies = std::move(table.bodies), .time = 0, .format = "text"};
}

}  // namespace tasuki::io
