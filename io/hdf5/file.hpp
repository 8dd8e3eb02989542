// An HDF5 file that is put together on disk: complete or not there at all.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <system_error>

#include "io/atomic_file.hpp"
#include "io/hdf5/hdf5.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

/// A pipe or a device gets the same bytes in the end, from memory.
class Hdf5File {
  public:
    /// @param bytes  of its datasets, as Hdf5Writer
    /// @throws UsageError  the file cannot be written
    explicit Hdf5File(const std::string& target, std::size_t bytes = 0);

    /// Calls body(Hdf5Writer&).
    /// @throws UsageError  the file cannot be written
    template <class Body>
    void add(const Body& body) {
        const Hdf5Lock lock;
        try {
            body(writer_);
        } catch (const std::system_error& error) {
            throw runtime::UsageError(fmt::format("{}: cannot write: {}",
                                                  file_.target(),
                                                  error.code().message()));
        }
    }
    /// Ends what HDF5 writes; the rest goes into file().
    void close();
    /// Closes it, fills an attribute unsealed_digest() in, and makes it
    /// durable.
    void commit();

    const AtomicFile& file() const { return file_; }

  private:
    AtomicFile file_;
    Hdf5Writer writer_;
    bool is_open_ = true;
};

}  // namespace tasuki::io
