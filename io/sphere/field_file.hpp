// Files of many fields, or of many spectra: those of all times and levels of
// one file or more variables, NetCDF-4 by the conventions CF.
//
// Fields: arrays (leading..., lat, lon), north first.  Spectra: arrays
// (leading..., coefficient, part), with C and S of part 0 and 1 for m = 0 .. M,
// l = m .. M (Truncation of T<M>), the arrays degree (coefficient) and order
// (coefficient) which say l and m, and attributes of the root: normalization
// and condon_shortley as for one spectrum (spectrum_file.hpp), truncation, and
// latitudes, longitudes and grid_type of the grid that they came from.  One
// field is one stretch of bytes, without compression or checksum, so that many
// can be written at once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "codelets/sphere/grid.hpp"
#include "io/hdf5/file.hpp"
#include "io/sphere/normalization.hpp"

namespace tasuki::io {

using Attributes = std::vector<std::pair<std::string, std::string>>;

/// A dimension beside those of a field: of times, of levels.
struct LeadingAxis {
    std::string name;
    std::vector<double> values;
    Attributes attributes{};  ///< units and the like
};

struct FieldVariable {
    std::string name;
    Attributes attributes{};
};

/// What all fields of a file have in common.
struct FieldsForm {
    std::vector<LeadingAxis> leading;  ///< slowest first
    std::vector<FieldVariable> variables;
    sphere::Grid grid{};

    /// Of each variable.
    std::size_t fields() const;
};

/// Names of the dimensions of spectra.
inline constexpr const char *kCoefficientDimension = "coefficient",
                            *kPartDimension = "part";

/// A file that is being made: complete or not at all, as AtomicFile.
class FieldFile {
  public:
    /// Of fields on the grid.
    /// @throws UsageError  it cannot be written, or is no regular file
    FieldFile(const std::string& path, const FieldsForm& form);
    /// Of spectra of T<truncation>.
    /// @throws UsageError  likewise
    FieldFile(const std::string& path, const FieldsForm& form, int truncation,
              const Convention& convention);

    /// Any thread may call, and any process that was forked since.
    /// @param values  doubles of field `field` of `variable`, from `begin` on
    /// @throws UsageError  the disk is full
    void write(std::size_t variable, std::size_t field, std::size_t begin,
               std::span<const double> values) const;
    /// @throws UsageError  it cannot be written
    void commit() { file_.commit(); }
    /// Of all fields [B].
    std::uint64_t bytes() const;

  private:
    void add_variables(Hdf5Writer& file, const FieldsForm& form,
                       const std::vector<std::string>& inner,
                       const std::vector<std::uint64_t>& shape);

    Hdf5File file_;
    std::size_t fields_ = 0, field_size_ = 0;  // [doubles]
    std::vector<std::uint64_t> offsets_;       // of variables [B]
};

}  // namespace tasuki::io
