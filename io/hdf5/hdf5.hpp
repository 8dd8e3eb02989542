// What we need of HDF5, as objects: a file in memory, its datasets of doubles
// and its attributes.
//
// A file is put together in memory and handed to AtomicFile as bytes: a disk
// that is full is then one clear message, and never half a file, and what
// comes through a pipe can be read as well.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/atomic_file.hpp"
#include "io/source.hpp"

namespace tasuki::io {

/// An HDF5 identifier, closed when destroyed; below 0 where there is none.
class Hdf5Id {
  public:
    Hdf5Id() = default;
    explicit Hdf5Id(hid_t id) : id_{id} {}
    ~Hdf5Id() { close(); }
    Hdf5Id(Hdf5Id&& other) noexcept : id_{std::exchange(other.id_, -1)} {}
    Hdf5Id& operator=(Hdf5Id&& other) noexcept {
        close();
        id_ = std::exchange(other.id_, -1);
        return *this;
    }
    hid_t get() const { return id_; }
    explicit operator bool() const { return id_ >= 0; }

  private:
    void close() noexcept {
        if (id_ >= 0) H5Idec_ref(id_);
        id_ = -1;
    }
    hid_t id_ = -1;
};

/// Called before anything else of HDF5: it says nothing on stderr, and does
/// nothing when the process ends.
void start_hdf5();

/// Held while threads of one process may use HDF5 at the same time, which most
/// builds of it do not allow.  It says nothing on stderr in this thread either.
class Hdf5Lock {
  public:
    Hdf5Lock();
    ~Hdf5Lock();
    Hdf5Lock(const Hdf5Lock&) = delete;
    Hdf5Lock& operator=(const Hdf5Lock&) = delete;

  private:
    std::unique_lock<std::mutex> lock_;
};

/// Between two calls of HDF5, lets other threads have the lock of this one, if
/// it has it.
class Hdf5Pause {
  public:
    Hdf5Pause();
    ~Hdf5Pause();
    Hdf5Pause(const Hdf5Pause&) = delete;
    Hdf5Pause& operator=(const Hdf5Pause&) = delete;

  private:
    bool had_lock_;
};

/// A file that is being made.  Paths begin with '/'.  What fails is a
/// FaultError: only memory is written.
class Hdf5Writer {
  public:
    /// @param bytes  of its datasets, as far as they are known: a file that
    ///               grows is copied each time
    explicit Hdf5Writer(std::size_t bytes = 0);
    /// On disk in place of memory (Hdf5File): in an AtomicFile that nothing was
    /// written to.  What the disk refuses is a std::system_error.
    explicit Hdf5Writer(const AtomicFile& file);

    /// In chunks with a checksum each (Fletcher-32), which every reader with
    /// HDF5 verifies.
    /// @param shape  its product is the size of `values`, last index fastest
    void add_dataset(const char* path, std::span<const double> values,
                     const std::vector<hsize_t>& shape);
    /// Likewise, of one dimension.
    void add_dataset(const char* path, std::span<const std::uint32_t> values);
    /// Memory that it takes for a while, besides the values and the file [B].
    static std::size_t bytes_to_add(const std::vector<hsize_t>& shape);
    /// Likewise, for values that are written later, without HDF5 and without a
    /// checksum, in the order of the machine's doubles: makes room for them.
    /// @return its first byte in the file, of one on disk
    std::uint64_t add_room(const char* path, const std::vector<hsize_t>& shape);
    void add_group(const char* path);
    /// A second path of the object at `of`, which takes no bytes.
    void add_link(const char* of, const char* path);
    /// To the object at `path`.
    void add_attribute(const char* path, const char* name, double value);
    void add_attribute(const char* path, const char* name, std::uint64_t value);
    void add_attribute(const char* path, const char* name,
                       std::span<const double> values);
    void add_attribute(const char* path, const char* name,
                       std::span<const std::uint64_t> values);
    void add_attribute(const char* path, const char* name,
                       const std::string& value);
    struct Scaled {
        std::string path;
        std::vector<std::string> scales;  ///< paths, one for each dimension
    };
    /// Makes the datasets of coordinates the scales of others' dimensions, as
    /// NetCDF-4 names dimensions ("HDF5 Dimension Scale Specification").  They
    /// and their names are those of the root: "/lat" is the dimension lat.
    /// Called once.
    void attach_scales(const std::vector<Scaled>& all);
    /// Ends a file on disk.
    void close();
    /// The bytes of the file; an attribute unsealed_digest() is filled in.
    std::vector<std::byte> image() const;
    /// The same, valid until something is added.
    std::span<const std::byte> sealed();
    /// Writes them, as AtomicFile does; others have a lock of this thread
    /// meanwhile.
    /// @throws UsageError  they cannot be written
    void write_to(const std::string& target);

  private:
    void add_numbers(const char* path, const char* name, const Hdf5Id& space,
                     hid_t stored, hid_t given, const void* values);
    void add_fixed_text(const Hdf5Id& object, const char* name,
                        const std::string& value);
    Hdf5Id file_;
};

/// A file that was read.
class Hdf5Reader {
  public:
    /// @param what  it should be, for messages
    /// @throws InputError  not a whole HDF5 file
    explicit Hdf5Reader(const Source& source, std::string what = "a snapshot");
    /// @param bytes  all of the file `name`
    Hdf5Reader(std::string name, std::string bytes,
               std::string what = "a snapshot");

    /// @throws InputError  none of that name, or not of numbers
    std::vector<hsize_t> shape(const char* path) const;
    std::vector<double> dataset(const char* path) const;
    /// Whether there is such an object below the root.
    bool has(const char* path) const;

    /// Empty where there is none.
    /// @throws InputError  of another type or shape
    std::optional<double> number(const char* path, const char* name) const;
    std::optional<std::vector<double>> numbers(const char* path,
                                               const char* name) const;
    std::optional<std::uint64_t> whole_number(const char* path,
                                              const char* name) const;
    std::optional<std::array<double, 3>> vector(const char* path,
                                                const char* name) const;
    std::optional<std::string> text(const char* path, const char* name) const;

  private:
    Hdf5Id open_dataset(const char* path) const;
    Hdf5Id open_attribute(const char* path, const char* name) const;
    template <class T>
    std::optional<T> read_one(const char* path, const char* name, hid_t type,
                              hssize_t count = 1) const;
    bool read_numbers(const char* path, const char* name, hid_t type,
                      hssize_t count, void* out) const;
    [[noreturn]] void refuse(const std::string& where,
                             const std::string& expected,
                             const std::string& found) const;

    std::string name_, what_;
    Hdf5Id file_;
};

/// By the first bytes, which are those of every HDF5 file.
inline bool looks_like_hdf5(const Source& source) {
    constexpr std::string_view kMagic{"\x89HDF\r\n\x1a\n", 8};
    return source.text(0, kMagic.size()) == kMagic;
}

}  // namespace tasuki::io
