#include "runtime/mpi/shared_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <utility>

namespace tasuki::runtime::detail {

SharedMemory::SharedMemory(std::size_t bytes)
    : bytes_{bytes}, file_{memfd_create("tasuki", MFD_CLOEXEC)} {
    if (file_ >= 0 && ftruncate(file_, static_cast<off_t>(bytes)) == 0)
        map(file_);
    // Others would map it, and find nothing there.
    if (file_ >= 0 && data_ == nullptr) close(std::exchange(file_, -1));
}

SharedMemory::SharedMemory(pid_t owner, int file, std::size_t bytes)
    : bytes_{bytes} {
    const auto name = fmt::format("/proc/{}/fd/{}", owner, file);
    const int its = open(name.c_str(), O_RDWR | O_CLOEXEC);
    if (its < 0) return;
    map(its);
    close(its);
}

void SharedMemory::map(int file) {
    void* const memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) data_ = memory;
}

SharedMemory::~SharedMemory() {
    if (data_ != nullptr) munmap(data_, bytes_);
    if (file_ >= 0) close(file_);
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept {
    *this = std::move(other);
}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(file_, other.file_);
    return *this;
}

}  // namespace tasuki::runtime::detail
