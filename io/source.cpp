#include "io/source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "io/descriptor.hpp"
#include "io/input_error.hpp"

namespace tasuki::io {

namespace {

[[noreturn]] void ends_early(const Source& source, std::uint64_t offset,
                             std::uint64_t count) {
    throw InputError(source.name(), "truncated",
                     fmt::format("byte {}", source.size()),
                     fmt::format("{} bytes from byte {} on", count, offset),
                     "the end of the file");
}

class FileSource : public Source {
  public:
    FileSource(const std::string& path, Descriptor file, std::uint64_t size)
        : Source{path}, file_{std::move(file)}, size_{size} {}
    std::uint64_t size() const override { return size_; }

    void read(std::uint64_t offset, std::span<std::byte> out) const override {
        for (std::size_t done = 0; done < out.size();) {
            const ssize_t got =
                ::pread(file_, out.data() + done, out.size() - done,
                        static_cast<off_t>(offset + done));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0)
                throw InputError(name(), "cannot be read",
                                 fmt::format("byte {}", offset + done), "data",
                                 std::strerror(errno));
            if (got == 0) ends_early(*this, offset, out.size());
            done += static_cast<std::size_t>(got);
        }
    }

  private:
    Descriptor file_;
    std::uint64_t size_;
};

/// Owns what came through a pipe.
class PipeSource : public MemorySource {
  public:
    PipeSource(const std::string& path, std::vector<std::byte> bytes)
        : MemorySource{path, bytes}, bytes_{std::move(bytes)} {}

  private:
    std::vector<std::byte> bytes_;  // moved, so its memory stays in place
};

std::unique_ptr<Source> read_pipe(const std::string& path,
                                  const Descriptor& file) {
    std::vector<std::byte> bytes;
    for (;;) {
        constexpr std::size_t kPiece = 1 << 20;
        const std::size_t before = bytes.size();
        bytes.resize(before + kPiece);
        const ssize_t got = ::read(file, bytes.data() + before, kPiece);
        bytes.resize(before + (got > 0 ? static_cast<std::size_t>(got) : 0));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            throw InputError(path, "cannot be read",
                             fmt::format("byte {}", before), "data",
                             std::strerror(errno));
        if (got == 0) break;
    }
    return std::make_unique<PipeSource>(path, std::move(bytes));
}

}  // namespace

std::string Source::text(std::uint64_t offset, std::size_t count) const {
    if (offset >= size()) return {};
    std::string piece(std::min<std::uint64_t>(count, size() - offset), '\0');
    read(offset, std::as_writable_bytes(std::span{piece}));
    return piece;
}

void MemorySource::read(std::uint64_t offset, std::span<std::byte> out) const {
    if (offset > bytes_.size() || out.size() > bytes_.size() - offset)
        ends_early(*this, offset, out.size());
    std::ranges::copy(bytes_.subspan(offset, out.size()), out.begin());
}

std::unique_ptr<Source> open_source(const std::string& path) {
    Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file < 0)
        throw InputError(path, "cannot be opened", "", "a readable file",
                         std::strerror(errno));
    struct stat status {};
    if (::fstat(file, &status) != 0 || S_ISDIR(status.st_mode))
        throw InputError(path, "cannot be read", "", "a file", "a directory");
    if (!S_ISREG(status.st_mode)) return read_pipe(path, file);
    return std::make_unique<FileSource>(
        path, std::move(file), static_cast<std::uint64_t>(status.st_size));
}

}  // namespace tasuki::io
