#include "peers/bare/starpu_mpi.hpp"

#include <starpu_mpi.h>

#include "runtime/core/error.hpp"
#include "runtime/mpi/communicator.hpp"

namespace tasuki::peers::bare {

std::shared_ptr<StarpuMpi> StarpuMpi::shared() {
    static std::weak_ptr<StarpuMpi> current;
    auto its = current.lock();
    if (its == nullptr) current = its = std::make_shared<StarpuMpi>();
    return its;
}

StarpuMpi::StarpuMpi() {
    if (runtime::mpi_ranks().several())
        runtime::check(
            starpu_mpi_init_comm(nullptr, nullptr, 0, runtime::communicator()),
            "starpu_mpi_init_comm");
}

StarpuMpi::~StarpuMpi() {
    if (!runtime::mpi_ranks().several()) return;
    starpu_mpi_wait_for_all(runtime::communicator());
    starpu_mpi_shutdown_comm(runtime::communicator());
}

}  // namespace tasuki::peers::bare
