#include "runtime/mpi/window.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <random>
#include <string>
#include <utility>

namespace tasuki::runtime::detail {

namespace {

std::uint64_t random_number() {
    std::random_device source;
    return std::uint64_t{source()} << 32 | source();
}

std::string name_of(std::uint64_t nonce) {
    return fmt::format("tasuki-{:016x}", nonce);
}

/// Where a link of /proc leads; empty if it is not there.
std::string target_of(const std::string& link) {
    char target[PATH_MAX];
    const auto length = readlink(link.c_str(), target, sizeof target);
    return {target, length < 0 ? 0 : static_cast<std::size_t>(length)};
}

#if defined(TASUKI_HAS_GPU)

/// Whether a call has succeeded; its error, which is no error of the run, is
/// forgotten.
bool succeeds(gpu::Status status) {
    if (status == TASUKI_GPU_API(Success)) return true;
    static_cast<void>(TASUKI_GPU_API(GetLastError)());
    return false;
}

/// @return  null: there is none, or none for others
void* allocate(std::size_t bytes, GpuMemoryHandle& handle) {
    void* memory = nullptr;
    if (!succeeds(TASUKI_GPU_API(Malloc)(&memory, bytes))) return nullptr;
    if (succeeds(TASUKI_GPU_API(IpcGetMemHandle)(&handle, memory)))
        return memory;
    succeeds(TASUKI_GPU_API(Free)(memory));
    return nullptr;
}
void release(void* memory) {
    gpu::check_release(TASUKI_GPU_API(Free)(memory), "free a window");
}
/// @return  null: it is not reached
void* open(const GpuMemoryHandle& handle) {
    void* memory = nullptr;
    return succeeds(TASUKI_GPU_API(IpcOpenMemHandle)(
               &memory, handle, TASUKI_GPU_API(IpcMemLazyEnablePeerAccess)))
               ? memory
               : nullptr;
}
void close(void* memory) {
    gpu::check_release(TASUKI_GPU_API(IpcCloseMemHandle)(memory),
                       "close a window");
}

#else

void* allocate(std::size_t, GpuMemoryHandle&) {
    return nullptr;
}
void release(void*) {}
void* open(const GpuMemoryHandle&) {
    return nullptr;
}
void close(void*) {}

#endif

}  // namespace

bool has_ended(pid_t process) noexcept {
    // A process that has ended and is not waited for has no program any more.
    char target[1];
    const auto link = fmt::format("/proc/{}/exe", process);
    return ::readlink(link.c_str(), target, sizeof target) < 0 &&
           errno == ENOENT;
}

SharedMemory::SharedMemory(std::size_t bytes)
    : bytes_{bytes}, own_{::getpid(), -1, random_number()} {
    own_.file = ::memfd_create(name_of(own_.nonce).c_str(), MFD_CLOEXEC);
    if (own_.file >= 0 &&
        ::ftruncate(own_.file, static_cast<off_t>(bytes)) == 0)
        map(own_.file);
    // Others would map it, and find nothing there.
    if (own_.file >= 0 && data_ == nullptr)
        ::close(std::exchange(own_.file, -1));
}

SharedMemory::SharedMemory(const SharedFile& theirs, std::size_t bytes)
    : bytes_{bytes} {
    const auto link =
        fmt::format("/proc/{}/fd/{}", theirs.process, theirs.file);
    if (target_of(link) !=
        fmt::format("/memfd:{} (deleted)", name_of(theirs.nonce)))
        return;
    const int file = ::open(link.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    struct stat its;
    if (::fstat(file, &its) == 0 && its.st_size == static_cast<off_t>(bytes))
        map(file);
    ::close(file);
}

void SharedMemory::map(int file) {
    void* const memory =
        ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) data_ = memory;
}

SharedMemory::~SharedMemory() {
    if (data_ != nullptr) ::munmap(data_, bytes_);
    if (own_.file >= 0) ::close(own_.file);
}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(own_, other.own_);
    return *this;
}

Window::Window(std::size_t bytes, bool on_gpu)
    : is_own_{true},
      memory_{on_gpu ? SharedMemory{} : SharedMemory{bytes}},
      handle_{bytes, on_gpu, {}, getpid(), memory_.file()},
      data_{on_gpu ? allocate(bytes, handle_.gpu) : memory_.data()} {}

Window::Window(const WindowHandle& theirs)
    : is_own_{false},
      memory_{theirs.on_gpu ? SharedMemory{}
                            : SharedMemory{theirs.file, theirs.bytes}},
      handle_{theirs},
      data_{theirs.on_gpu ? open(theirs.gpu) : memory_.data()} {}

Window::~Window() {
    if (handle_.on_gpu && data_ != nullptr)
        is_own_ ? release(data_) : close(data_);
}

}  // namespace tasuki::runtime::detail
