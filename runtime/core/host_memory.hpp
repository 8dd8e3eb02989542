// The memory of arrays on the host.
#pragma once

namespace tasuki::runtime {

/// Makes StarPU take large arrays on huge pages, pinned where GPUs read them
/// (Session::pins_memory).  Before starpu_init(); called by Context.
void provide_host_memory();

}  // namespace tasuki::runtime
