// Memory of GPUs that other processes of the machine write to.  All is made and
// destroyed where its GPU is the current device.  For runtime/mpi/ alone.
#pragma once

#include <cstddef>

#include "runtime/gpu/gpu.hpp"

#if defined(TASUKI_HAS_GPU)

namespace tasuki::runtime::detail {

/// What another process needs to map it.
using WindowHandle = TASUKI_GPU_API(IpcMemHandle_t);

/// Memory of this process.
class GpuWindow {
  public:
    explicit GpuWindow(std::size_t bytes);
    ~GpuWindow();
    GpuWindow(const GpuWindow&) = delete;
    GpuWindow& operator=(const GpuWindow&) = delete;

    /// Null: the GPU has no memory left, or no other process may have it.
    std::byte* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }
    const WindowHandle& handle() const { return handle_; }

  private:
    std::byte* data_ = nullptr;
    std::size_t bytes_;
    WindowHandle handle_{};
};

/// That of another process, as a GPU of this one reaches it.
class MappedWindow {
  public:
    explicit MappedWindow(const WindowHandle& handle);
    ~MappedWindow();
    MappedWindow(const MappedWindow&) = delete;
    MappedWindow& operator=(const MappedWindow&) = delete;

    /// Null: the GPU does not reach it.
    std::byte* data() const { return data_; }

  private:
    std::byte* data_ = nullptr;
};

}  // namespace tasuki::runtime::detail

#endif
