// Kernels for GPUs, which cannot run here.
#include <array>
#include <cstdlib>
#include <set>
#include <string_view>

#include "tests/imitated/cuda/streams.hpp"

namespace tasuki::imitated {

namespace {

/// Those for GPUs, by their functions on the host: their tests always pass.
std::set<const void*>& ends_of_count() {
    static auto* const all = new std::set<const void*>;
    return *all;
}

}  // namespace

/// Arguments: the condition, the runs that are left, the value and the test. Of
/// the kernel of a test program the function tests the value on the host.
std::function<void()> end_of_run(const cudaKernelNodeParams& kernel) {
    using GoesOn = bool (*)(const void* value, const void* test);
    const bool counts = ends_of_count().contains(kernel.func);
    const auto goes_on =
        counts ? nullptr : reinterpret_cast<GoesOn>(kernel.func);
    const auto argument = [&]<class T>(int k, T) {
        return *static_cast<const T*>(kernel.kernelParams[k]);
    };
    const auto handle = argument(0, cudaGraphConditionalHandle{});
    auto* const left = argument(1, static_cast<unsigned*>(nullptr));
    const void* const value = argument(2, static_cast<const void*>(nullptr));
    const auto test = argument(3, std::array<char, 64>{});
    return [=] {
        if (--*left == 0 || (goes_on && !goes_on(value, test.data())))
            reinterpret_cast<Condition*>(handle)->now = 0;
    };
}

}  // namespace tasuki::imitated

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
void __cudaRegisterFunction(void**, const char* host, char*, const char* name) {
    if (std::string_view{name}.find("end_of_run") != std::string_view::npos)
        tasuki::imitated::ends_of_count().insert(host);
}
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
