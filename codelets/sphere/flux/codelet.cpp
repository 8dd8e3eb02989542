// StarPU glue of flux.
#include "runtime/codelet.hpp"

#include "codelets/sphere/flux/flux.hpp"

namespace tasuki::sphere::flux {

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "flux",
         .model = nullptr,
         .access = {write, read, read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::sphere::flux
