#include "runtime/mpi/window.hpp"

#include <unistd.h>

namespace tasuki::runtime::detail {

namespace {

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
