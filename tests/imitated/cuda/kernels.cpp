// Kernels for GPUs, which cannot run here.
#include <cstdlib>

#include "tests/imitated/cuda/machine.hpp"

extern "C" {

// What nvcc has every source with kernels call when the process starts.
// Nothing is kept, so that the arguments do not matter.
void** __cudaRegisterFatBinary() {
    static void* handle = nullptr;
    return &handle;
}
void __cudaRegisterFatBinaryEnd() {}
void __cudaUnregisterFatBinary() {}
char __cudaInitModule() {
    return 1;
}
void __cudaRegisterFunction() {}
void __cudaRegisterVar() {}

/// What <<< >>> calls first; no launch follows unless it returns 0.
unsigned __cudaPushCallConfiguration() {
    if (std::getenv("TASUKI_IMITATED_KERNELS") == nullptr)
        tasuki::imitated::broken(
            "a kernel for GPUs is launched, and TASUKI_IMITATED_KERNELS is not "
            "'ignored'");
    return 1;
}
}
