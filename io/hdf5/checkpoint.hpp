// What the checkpoints of all runs have in common: whose they are, and the
// clock of the run.
//
//   / attributes       format, format_version, program, dt
//   /clock attributes  origin_time, origin_step, from which times are counted
//
// The group /start has the conserved quantities at the start of the run, and
// /picture, of a run with pictures, their scale.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "io/hdf5/hdf5.hpp"
#include "io/step_clock.hpp"

namespace tasuki::io {

inline constexpr const char* kStart = "/start";
inline constexpr const char* kPicture = "/picture";

/// One kind of checkpoint.
struct CheckpointFormat {
    const char* name;       ///< the attribute `format`
    std::uint64_t version;  ///< of this name
    const char* what;       ///< it is, for messages
    const char* otherwise;  ///< what else reads a file without `format`
};

/// Whose it is, and its clock.
void add_checkpoint(Hdf5Writer& file, const CheckpointFormat& format,
                    const StepClock& clock);

/// What a checkpoint must have.  All that is missing, of another type, or not
/// finite is an InputError.
class CheckpointReader {
  public:
    /// @throws InputError  not whole, of another format, or another version
    CheckpointReader(const Source& source, const CheckpointFormat& format);

    double number(const char* path, const char* name) const;
    double above_zero(const char* path, const char* name) const;
    std::uint64_t whole(const char* path, const char* name) const;
    std::array<double, 3> vector(const char* path, const char* name) const;
    std::string text(const char* path, const char* name) const;
    StepClock clock() const;

    /// All of the file.
    const Hdf5Reader& file() const { return file_; }
    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const;

  private:
    template <class T>
    T needed(std::optional<T> value, const char* path, const char* name) const;

    const std::string& name_;
    Hdf5Reader file_;
};

}  // namespace tasuki::io
