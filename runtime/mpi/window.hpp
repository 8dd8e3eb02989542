// Memory that several processes of a machine have, on a GPU or of the host.
// What is on a GPU is made and destroyed where that is the current device.  For
// runtime/mpi/ and peers/self/.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime::detail {

/// How another process of the machine finds memory of this one.
struct SharedFile {
    pid_t process = 0;
    int file = -1;            ///< descriptor there; -1: there is none
    std::uint64_t nonce = 0;  ///< in its name
};

/// Whether a process has ended, also if its parent does not know it yet.
bool has_ended(pid_t process) noexcept;

/// Zeros at first.  It has no name, so nothing of it is left when the last
/// process that has it ends, however it ends.
class SharedMemory {
  public:
    /// None.
    SharedMemory() = default;
    /// New.
    explicit SharedMemory(std::size_t bytes);
    /// That of another process; none if that has no such file.  Where process
    /// numbers mean something else (containers), the nonce differs.
    SharedMemory(const SharedFile& theirs, std::size_t bytes);
    ~SharedMemory();
    SharedMemory& operator=(SharedMemory&&) noexcept;

    /// Null: the system gives none, or none to this process.
    void* data() const { return data_; }
    /// For other processes, of memory that is new.
    const SharedFile& file() const { return own_; }

  private:
    void map(int file);

    void* data_ = nullptr;
    std::size_t bytes_ = 0;
    SharedFile own_;
};

#if defined(TASUKI_HAS_GPU)
/// What another process needs to map memory of a GPU.
using GpuMemoryHandle = TASUKI_GPU_API(IpcMemHandle_t);
#else
struct GpuMemoryHandle {};
#endif

/// What another process needs to map a window.
struct WindowHandle {
    std::size_t bytes;
    bool on_gpu;
    GpuMemoryHandle gpu;
    pid_t process;
    SharedFile file;  ///< of its SharedMemory, on the host
};

/// Memory of this process that others may map, or that of another one.
class Window {
  public:
    /// On the current device, or of the host.
    Window(std::size_t bytes, bool on_gpu);
    /// As this process, or its current device, reaches it.
    explicit Window(const WindowHandle& theirs);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// Null: no memory is left, or it is not reached.
    std::byte* data() const { return static_cast<std::byte*>(data_); }
    std::size_t bytes() const { return handle_.bytes; }
    const WindowHandle& handle() const { return handle_; }

  private:
    const bool is_own_;
    SharedMemory memory_;
    WindowHandle handle_;
    void* data_;
};

}  // namespace tasuki::runtime::detail
