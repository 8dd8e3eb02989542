#include "peers/self/self.hpp"

namespace tasuki::peers::self {

std::vector<std::string> experiment_names() {
    return {"launch", "attribute", "kernels", "ping-pong"};
}

std::vector<std::string> way_names() {
    return {"self", "copy", "copy-alone", "mpi-host", "mpi", "nccl"};
}

}  // namespace tasuki::peers::self
