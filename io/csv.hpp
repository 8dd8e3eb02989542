// Tables in files: a line of names, then lines of values, apart by commas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/number.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

/// Quoted where it has to be, after RFC 4180.
std::string csv_field(const std::string& text);

/// One line of a table, for reading.
class CsvRow {
  public:
    CsvRow(const std::string& file, int line, std::vector<std::string> fields)
        : file_{file}, line_{line}, fields_{std::move(fields)} {}

    const std::string& text(std::size_t k) const { return fields_.at(k); }
    /// @throws InputError  it is no such number
    template <class T>
    T number(std::size_t k) const {
        const auto value = parse_number<T>(fields_.at(k));
        if (!value) refuse("a number", fields_[k]);
        return *value;
    }
    /// Numbers that are apart by blanks, each below `end`.
    std::vector<int> places(std::size_t k, std::size_t end) const;
    /// A number from 0, below `end`.
    int place(std::size_t k, std::size_t end) const;
    std::size_t size() const { return fields_.size(); }
    [[noreturn]] void refuse(std::string_view expected,
                             std::string_view found) const;

  private:
    const std::string& file_;
    int line_;
    std::vector<std::string> fields_;
};

/// The lines of a file below its head, which has to be `head`.
/// @throws InputError  it cannot be read, is no such table, was cut off, or
///                     has not `rows` lines
std::vector<CsvRow> read_csv(const std::string& file, std::string_view head,
                             std::size_t rows);

}  // namespace tasuki::io
