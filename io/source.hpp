// Where the bytes of an input come from: a file or memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tasuki::io {

/// Bytes that can be read at any offset, by several threads at a time.
///
/// Files are read with pread(2) into small buffers and not mapped: a file that
/// shrinks or a disk that fails is then an error message and not a SIGBUS, and
/// tens of gigabytes do not push the field itself out of memory.
class Source {
  public:
    explicit Source(std::string name) : name_{std::move(name)} {}
    virtual ~Source() = default;
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    const std::string& name() const { return name_; }  ///< for messages
    virtual std::uint64_t size() const = 0;            ///< [bytes]

    /// Fills `out` with the bytes from `offset` on.
    /// @throws InputError when there are fewer, or the disk fails
    virtual void read(std::uint64_t offset, std::span<std::byte> out) const = 0;

    /// The bytes [offset, offset + count), or fewer where the source ends.
    std::string text(std::uint64_t offset, std::size_t count) const;

  private:
    std::string name_;
};

/// A view of memory, which must outlive it.
class MemorySource : public Source {
  public:
    MemorySource(std::string name, std::span<const std::byte> bytes)
        : Source{std::move(name)}, bytes_{bytes} {}
    std::uint64_t size() const override { return bytes_.size(); }
    void read(std::uint64_t offset, std::span<std::byte> out) const override;

  private:
    std::span<const std::byte> bytes_;
};

/// Opens a file; what cannot be read at an offset (a pipe) is read whole.
/// @throws InputError
std::unique_ptr<Source> open_source(const std::string& path);

}  // namespace tasuki::io
