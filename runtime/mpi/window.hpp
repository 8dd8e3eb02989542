// Memory that other processes of the machine write to: on a GPU, or of the
// host.  What is on a GPU is made and destroyed where that is the current
// device.  For runtime/mpi/ and peers/self/.
#pragma once

#include <cstddef>

#include "runtime/gpu/gpu.hpp"
#include "runtime/mpi/shared_memory.hpp"

namespace tasuki::runtime::detail {

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
