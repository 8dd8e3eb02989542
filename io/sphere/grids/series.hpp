// All fields, or spectra, of some variables of a file, read one by one: of each
// time and level.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/mapped_file.hpp"
#include "io/sphere/field_file.hpp"
#include "io/sphere/grids/grid_reader.hpp"

namespace tasuki::io {

struct SeriesChoice {
    /// NAME or GROUP/NAME; empty: there is only one
    std::vector<std::string> variables{};
    /// Likewise where the file has spectra; empty: the same names
    std::vector<std::string> spectra{};
    std::optional<int> time{}, level{};  ///< one only, from 0; empty: all
};

/// What a file has.
struct Series {
    FieldsForm form;  ///< leading dimensions, variables and grid
    bool spectra = false;
    /// Of one field or spectrum in the file, before compression.
    std::size_t stored_bytes = 0;
    // Of grids:
    double first_longitude = 0;  ///< [degrees]
    LatitudeAxis::Rows rows{};   ///< that the file has of the grid's
    std::vector<std::string> warnings{};
    // Of spectra:
    int truncation = 0;
    Convention convention{};
};

/// Reads the fields; of one thread.
class SeriesReader {
  public:
    /// @throws InputError  not such a file, no such variable, time or level, or
    ///                     variables of different shapes
    SeriesReader(const std::string& path, const SeriesChoice& choice);

    const Series& series() const { return series_; }

    /// Field `field` of variable `variable`, in the order of the dimensions.
    /// @return (J, I), north first; until the next call
    /// @throws InputError  names variable, time and level: values that are
    ///                     missing, another grid
    const std::vector<double>& field(std::size_t variable, std::size_t field);
    /// Likewise a spectrum.
    /// @return (S, 2): C and S of T<truncation>
    std::vector<double> spectrum(std::size_t variable, std::size_t field);

    /// "T, time 3, level 2", for messages.
    std::string place(std::size_t variable, std::size_t field) const;

  private:
    struct Dimension {
        std::size_t number, begin;  ///< which of the variable's; the first read
    };
    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const;
    const NetcdfVariable& variable(std::size_t k) const;
    std::vector<const NetcdfVariable*> find_spectra(
        const SeriesChoice& choice) const;
    void open_grids(const SeriesChoice& choice);
    void open_spectra(const std::vector<const NetcdfVariable*>& found,
                      const SeriesChoice& choice);
    void find_leading(const NetcdfVariable& of, std::size_t inner[2],
                      std::optional<std::size_t> time,
                      std::optional<std::size_t> level,
                      const SeriesChoice& choice);
    void add_variable(const NetcdfVariable& variable);
    void check_alike(const NetcdfVariable& other) const;
    std::vector<std::size_t> start(std::size_t field) const;

    MappedFile mapped_;
    NetcdfFile file_;
    Series series_;
    std::vector<GridReader> readers_;             // of grids
    std::vector<const NetcdfVariable*> spectra_;  // of spectra
    std::vector<Dimension> leading_;
    std::size_t rank_ = 0;  // dimensions of a variable
    // The last field, in the file and on its grid: memory that is new for each
    // costs as much as reading.
    std::vector<double> raw_;
    GridField field_;
};

/// The same in a child process first: damaged files bring libraries down.
/// @throws as SeriesReader
Series find_series(const std::string& path, const SeriesChoice& choice);

}  // namespace tasuki::io
