// StarPU glue of synthesis.
#include "runtime/codelet.hpp"

#include "codelets/sphere/synthesis/synthesis.hpp"

namespace tasuki::sphere::synthesis {

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "synthesis",
         .model = nullptr,
         .access = {write, read, read, read, read, read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::sphere::synthesis
