// HIP's graphs have no loops.
#include "runtime/graph/loop.hpp"

namespace tasuki::runtime::detail {

const LoopEnd& end_of_count() {
    static const LoopEnd none;
    return none;
}

bool has_loops() {
    return false;
}

gpu::Graph make_loop(gpu::Graph, int, const LoopEnd&, unsigned*, const void*) {
    return nullptr;
}

}  // namespace tasuki::runtime::detail
