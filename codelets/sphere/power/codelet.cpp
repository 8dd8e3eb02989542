// StarPU glue of power.
#include "runtime/codelet.hpp"

#include "codelets/sphere/power/power.hpp"

namespace tasuki::sphere::power {

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "power",
         .model = nullptr,
         .access = {write, read, read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::sphere::power
