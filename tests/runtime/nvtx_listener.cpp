// A profiler of ranges, loaded by NVTX itself: keeps what begins and ends.
#define NVTX_NO_IMPL  // it is in the program that loads this
#include <nvtx3/nvToolsExt.h>

#include <mutex>
#include <string>

namespace {

std::mutex mutex;
std::string seen;

int see_push(const char* name) {
    const std::lock_guard lock{mutex};
    seen += std::string{"begin "} + name + "; ";
    return 0;
}

int see_pop() {
    const std::lock_guard lock{mutex};
    seen += "end; ";
    return 0;
}

}  // namespace

extern "C" int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table) {
    const auto* callbacks = static_cast<const NvtxExportTableCallbacks*>(
        get_table(NVTX_ETID_CALLBACKS));
    NvtxFunctionTable table = nullptr;
    unsigned size = 0;
    if (callbacks == nullptr || callbacks->GetModuleFunctionTable(
                                    NVTX_CB_MODULE_CORE, &table, &size) == 0)
        return 0;
    *table[NVTX_CBID_CORE_RangePushA] =
        reinterpret_cast<NvtxFunctionPointer>(see_push);
    *table[NVTX_CBID_CORE_RangePop] =
        reinterpret_cast<NvtxFunctionPointer>(see_pop);
    return 1;
}

/// For the test, once no task runs.
extern "C" const char* seen_ranges() {
    return seen.c_str();
}
