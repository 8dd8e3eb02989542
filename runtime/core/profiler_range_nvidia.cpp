// NVTX, for nsys and ncu.
#include <nvtx3/nvToolsExt.h>

#include "runtime/core/profiler_range.hpp"

namespace tasuki::runtime {

void detail::push_range(const char* name) {
    nvtxRangePushA(name);
}

void detail::pop_range() {
    nvtxRangePop();
}

}  // namespace tasuki::runtime
