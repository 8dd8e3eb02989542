// ROCTX, for rocprof.
#include <dlfcn.h>

#include <initializer_list>

#include "runtime/core/profiler_range.hpp"

namespace tasuki::runtime {

namespace {

/// ROCTX without linking it: it exists only where a profiler is installed.
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

}  // namespace

void detail::push_range(const char* name) {
    if (roctx().push != nullptr) roctx().push(name);
}

void detail::pop_range() {
    if (roctx().push != nullptr) roctx().pop();
}

}  // namespace tasuki::runtime
