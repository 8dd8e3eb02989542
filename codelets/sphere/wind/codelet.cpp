// StarPU glue of wind.
#include "runtime/codelet.hpp"

#include "codelets/sphere/wind/wind.hpp"

namespace tasuki::sphere::wind {

using enum runtime::Access;

runtime::Codelet& rotational() {
    static runtime::Codelet instance{
        {.name = "wind",
         .model = nullptr,
         .access = {write, read, read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

runtime::Codelet& general() {
    static runtime::Codelet instance{
        {.name = "wind",
         .model = nullptr,
         .access = {write, read, read, read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::sphere::wind
