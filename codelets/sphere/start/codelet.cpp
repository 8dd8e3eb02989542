// StarPU glue of start.
#include "runtime/codelet.hpp"

#include "codelets/sphere/start/start.hpp"

namespace tasuki::sphere::start {

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "start",
         .model = nullptr,
         .access = {write, read, read, read, read, read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::sphere::start
