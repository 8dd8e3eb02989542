#include "io/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "io/descriptor.hpp"
#include "io/input_error.hpp"

namespace tasuki::io {

MappedFile::MappedFile(const std::string& path) {
    // Not a FIFO, which would wait for its writer.
    const Descriptor file{
        ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file < 0)
        throw InputError(path, "cannot be opened", "", "a readable file",
                         std::strerror(errno));
    struct stat status {};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        throw InputError(path, "cannot be read field by field", "",
                         "a regular file", "another thing, as a pipe is");
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) return;
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED)
        throw InputError(path, "cannot be mapped", "", "a file of a disk",
                         std::strerror(errno));
    bytes_ = {static_cast<const std::byte*>(memory), size};
}

void MappedFile::forget() const noexcept {
    // Only this process forgets; the kernel keeps what it has room for.
    ::madvise(const_cast<std::byte*>(bytes_.data()), bytes_.size(),
              MADV_DONTNEED);
}

MappedFile::~MappedFile() {
    if (!bytes_.empty())
        ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace tasuki::io
