// A build that has not found oneTBB.
#include "peers/taskbench/engine.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::peers::taskbench {

std::unique_ptr<Engine> make_tbb(int) {
    throw runtime::UnavailableError(
        "engine tbb needs oneTBB, which this build has not found: install "
        "libtbb-dev and build again");
}

bool has_tbb() {
    return false;
}

}  // namespace tasuki::peers::taskbench
