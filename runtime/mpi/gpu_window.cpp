#include "runtime/mpi/gpu_window.hpp"

#if defined(TASUKI_HAS_GPU)

namespace tasuki::runtime::detail {

namespace {

/// Whether a call has succeeded; its error, which is no error of the run, is
/// forgotten.
bool succeeds(gpu::Status status) {
    if (status == TASUKI_GPU_API(Success)) return true;
    static_cast<void>(TASUKI_GPU_API(GetLastError)());
    return false;
}

}  // namespace

GpuWindow::GpuWindow(std::size_t bytes) : bytes_{bytes} {
    void* memory = nullptr;
    if (!succeeds(TASUKI_GPU_API(Malloc)(&memory, bytes))) return;
    if (succeeds(TASUKI_GPU_API(IpcGetMemHandle)(&handle_, memory)))
        data_ = static_cast<std::byte*>(memory);
    else
        succeeds(TASUKI_GPU_API(Free)(memory));
}

GpuWindow::~GpuWindow() {
    if (data_ != nullptr)
        gpu::check(TASUKI_GPU_API(Free)(data_), "free a window");
}

MappedWindow::MappedWindow(const WindowHandle& handle) {
    void* memory = nullptr;
    if (succeeds(TASUKI_GPU_API(IpcOpenMemHandle)(
            &memory, handle, TASUKI_GPU_API(IpcMemLazyEnablePeerAccess))))
        data_ = static_cast<std::byte*>(memory);
}

MappedWindow::~MappedWindow() {
    if (data_ != nullptr)
        gpu::check(TASUKI_GPU_API(IpcCloseMemHandle)(data_), "close a window");
}

}  // namespace tasuki::runtime::detail

#endif
