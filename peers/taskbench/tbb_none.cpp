// A build that has not found oneTBB.
#include "peers/taskbench/engine.hpp"

namespace tasuki::peers::taskbench {

Maker tbb_maker() {
    return nullptr;
}

}  // namespace tasuki::peers::taskbench
