// A build that was not told where Taskflow is.
#include "peers/taskbench/engine.hpp"

namespace tasuki::peers::taskbench {

Maker taskflow_maker() {
    return nullptr;
}
Maker taskflow_async_maker() {
    return nullptr;
}

}  // namespace tasuki::peers::taskbench
