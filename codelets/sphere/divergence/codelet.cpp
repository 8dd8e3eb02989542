// StarPU glue of divergence.
#include "runtime/codelet.hpp"

#include "codelets/sphere/divergence/divergence.hpp"

namespace tasuki::sphere::divergence {

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "divergence",
         .model = nullptr,
         .access = {write, read, read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::sphere::divergence
