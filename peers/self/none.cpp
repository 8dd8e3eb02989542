// The experiments in a build without a GPU toolkit.
#include "peers/self/self.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::peers::self {

void measure(const Options&, const runtime::Ranks&, const Listener&) {
    throw runtime::NoGpuError(
        "bench self measures GPUs, and this build is without a GPU toolkit");
}

}  // namespace tasuki::peers::self
