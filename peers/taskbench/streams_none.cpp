// streams and graph in a build without a GPU toolkit.
#include "peers/taskbench/engine.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::peers::taskbench {

bool has_gpu() {
    return false;
}

std::unique_ptr<Engine> make_streams() {
    throw runtime::UnavailableError("this build is without a GPU");
}

std::unique_ptr<Engine> make_graph() {
    return make_streams();
}

}  // namespace tasuki::peers::taskbench
