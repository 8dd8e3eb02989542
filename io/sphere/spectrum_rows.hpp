// Rows l m C S as a text has them, and whether they are a whole spectrum.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "io/sphere/spectrum_file.hpp"

namespace tasuki::io {

/// A whole number, also one that a program wrote as 2.0 or 2.0E+00.
std::optional<long> whole_number(std::string_view word);

class SpectrumRows {
  public:
    struct Row {
        int l, m;
        RealPair pair;
        std::size_t line;
    };

    /// @param name  of the file, for messages
    /// @param sign  with which orders stand in it: -1 in tables of sines only
    explicit SpectrumRows(std::string name, int sign = 1)
        : name_{std::move(name)}, sign_{sign} {}

    /// @param words  l, m, C, S; S may be empty where m = 0
    /// @param line   where they stand, from 1
    /// @throws InputError  l, m, C or S is none, or S of m = 0 is not 0
    Row parsed(const std::array<std::string_view, 4>& words,
               std::size_t line) const;
    void add(const Row& row);

    bool empty() const { return rows_.empty(); }
    int degrees() const { return degrees_; }  ///< the greatest

    /// Leaves out the first row if it is a header, which begins with the
    /// greatest degree and order: a later one is that of this degree.
    /// @return its line; 0: it is a row
    std::size_t take_header();

    /// Degrees 0 and 1 may be left out whole, as gravity models do: they are
    /// 0 then, and the note says so.
    /// @throws InputError  a row twice or missing
    Spectrum spectrum(const Convention& convention) const;

  private:
    int index(std::string_view word, const char* what, std::size_t line) const;
    double number(std::string_view word, const char* what,
                  std::size_t line) const;
    /// Lines of all coefficients, 0 where there is none.
    std::vector<std::size_t> lines() const;
    void refuse_gap(int l, int m, const std::vector<std::size_t>& lines) const;

    std::string name_;
    int sign_;
    std::vector<Row> rows_;
    int degrees_ = 0;
};

}  // namespace tasuki::io
