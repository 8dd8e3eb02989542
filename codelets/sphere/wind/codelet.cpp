// StarPU glue of wind.
#include "runtime/codelet.hpp"

#include "codelets/sphere/wind/wind.hpp"

namespace tasuki::sphere::wind {

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "wind",
         .model = "sphere_wind",
         .access = {write, read, read},
         .access_each = {read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::sphere::wind
