// The bytes of a file as memory, of which only what is used takes memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace tasuki::io {

/// For processes that may end with a file that is damaged: one that shrinks, or
/// a disk that fails, is a SIGBUS (see io/source.hpp for all others).
class MappedFile {
  public:
    /// @throws InputError  it cannot be read, or is no regular file, which
    /// alone
    ///                     can be read in any order
    explicit MappedFile(const std::string& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return bytes_; }
    /// Lets go of what was read so far; it comes again when it is used.
    void forget() const noexcept;

  private:
    std::span<const std::byte> bytes_;
};

}  // namespace tasuki::io
