// streams and graph in a build without a GPU toolkit.
#include "peers/taskbench/engine.hpp"

namespace tasuki::peers::taskbench {

Maker streams_maker() {
    return nullptr;
}
Maker graph_maker() {
    return nullptr;
}

}  // namespace tasuki::peers::taskbench
