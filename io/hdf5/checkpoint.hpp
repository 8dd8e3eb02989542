// What the checkpoints of all runs have in common: whose they are, a digest of
// the file, and of runs with time steps how far they are.
//
//   / attributes       format, format_version, program, digest; time, step, dt
//   /clock attributes  origin_time, origin_step, from which times are counted
//   /start attributes  time, and the conserved quantities, at the start of the
//                      run
//
// `digest` (io/hdf5/digest.hpp) covers every byte.  Version 1 has none, and is
// read with a warning.  The group /picture, of a run with pictures, has their
// scale.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "io/hdf5/hdf5.hpp"
#include "io/step_clock.hpp"

namespace tasuki::io {

inline constexpr const char* kStart = "/start";
inline constexpr const char* kPicture = "/picture";

/// One kind of checkpoint.
struct CheckpointFormat {
    const char* name;       ///< the attribute `format`
    std::uint64_t version;  ///< the newest of this name, 2 at least
    const char* what;       ///< it is, for messages
    const char* otherwise;  ///< what else reads a file without `format`
};

/// Whose it is, and the digest.
void add_checkpoint(Hdf5Writer& file, const CheckpointFormat& format);
/// Adds the group kStart too.
void add_run_time(Hdf5Writer& file, const RunTime& run);

/// Lines of a table, of doubles only: (lines, columns).  Adds nothing for none.
void add_table(Hdf5Writer& file, const char* path,
               std::span<const double> values, std::size_t columns);
template <class Line>
constexpr std::size_t columns_of() {
    static_assert(std::is_trivially_copyable_v<Line> &&
                  sizeof(Line) % sizeof(double) == 0);
    return sizeof(Line) / sizeof(double);
}
template <class Line>
void add_table(Hdf5Writer& file, const char* path,
               const std::vector<Line>& lines) {
    add_table(file, path,
              {reinterpret_cast<const double*>(lines.data()),
               lines.size() * columns_of<Line>()},
              columns_of<Line>());
}

/// What a checkpoint must have.  All that is missing, of another type, not
/// finite, or not as the digest says is an InputError.
class CheckpointReader {
  public:
    /// @throws InputError  not whole, of another format, or a newer version
    CheckpointReader(const Source& source, const CheckpointFormat& format);

    double number(const char* path, const char* name) const;
    double above_zero(const char* path, const char* name) const;
    double from_zero(const char* path, const char* name) const;
    std::uint64_t whole(const char* path, const char* name) const;
    /// From `least` to `most`.
    std::uint64_t whole(const char* path, const char* name, std::uint64_t least,
                        std::uint64_t most) const;
    std::array<double, 3> vector(const char* path, const char* name) const;
    std::string text(const char* path, const char* name) const;
    /// One of these.
    std::string word(const char* path, const char* name,
                     std::initializer_list<const char*> words) const;
    /// @throws InputError  also where times and steps contradict each other
    RunTime run_time() const;
    /// Empty where there is none.
    template <class Line>
    std::vector<Line> table(const char* path) const {
        const auto values = rows(path, columns_of<Line>());
        std::vector<Line> lines(values.size() / columns_of<Line>());
        std::copy(values.begin(), values.end(),
                  reinterpret_cast<double*>(lines.data()));
        return lines;
    }

    /// All of the file.
    const Hdf5Reader& file() const { return file_; }
    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const;
    /// Refuses an attribute that is not what the rest of the file says, but for
    /// rounding.
    void check_close(const char* path, const char* name, double expected,
                     double tolerance) const;

  private:
    template <class T>
    T needed(std::optional<T> value, const char* path, const char* name) const;
    double finite(double value, const char* path, const char* name) const;
    std::vector<double> rows(const char* path, std::size_t columns) const;

    const std::string& name_;
    bool has_digest_ = false;
    Hdf5Reader file_;
};

}  // namespace tasuki::io
