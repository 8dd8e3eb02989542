// A build without CUDA, or that was not told where CCCL is.
#include "peers/taskbench/engine.hpp"

namespace tasuki::peers::taskbench {

Maker cudastf_maker() {
    return nullptr;
}
Maker cudastf_graph_maker() {
    return nullptr;
}
Maker cudastf_loop_maker() {
    return nullptr;
}

}  // namespace tasuki::peers::taskbench
