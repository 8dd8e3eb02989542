#include "runtime/profiler_range.hpp"

#include <starpu.h>

#if defined(TASUKI_CUDA)
#include <nvtx3/nvToolsExt.h>
#elif defined(TASUKI_HIP)
#include <dlfcn.h>
#endif

namespace tasuki::runtime {

#if defined(TASUKI_CUDA)
namespace {
void push(const char* name) {
    nvtxRangePushA(name);
}
void pop() {
    nvtxRangePop();
}
}  // namespace
#elif defined(TASUKI_HIP)
namespace {

/// ROCTX without linking it: it is there only where a profiler is installed.
struct Roctx {
    int (*push)(const char*) = nullptr;
    int (*pop)() = nullptr;

    Roctx() {
        for (const char* library : {"librocprofiler-sdk-roctx.so",
                                    "libroctx64.so", "libroctx64.so.4"}) {
            void* handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
            if (handle == nullptr) continue;
            push = reinterpret_cast<int (*)(const char*)>(
                dlsym(handle, "roctxRangePushA"));
            pop = reinterpret_cast<int (*)()>(dlsym(handle, "roctxRangePop"));
            if (push != nullptr && pop != nullptr) return;
        }
        push = nullptr;
    }
};

const Roctx& roctx() {
    static const Roctx instance;
    return instance;
}
void push(const char* name) {
    if (roctx().push != nullptr) roctx().push(name);
}
void pop() {
    if (roctx().push != nullptr) roctx().pop();
}

}  // namespace
#endif

#if defined(TASUKI_CUDA) || defined(TASUKI_HIP)
ProfilerRange::ProfilerRange() {
    const starpu_task* task = starpu_task_get_current();
    push(task != nullptr && task->name != nullptr ? task->name : "task");
}

ProfilerRange::~ProfilerRange() {
    pop();
}
#endif

}  // namespace tasuki::runtime
