// StarPU glue of expansion.
#include "runtime/codelet.hpp"

#include "codelets/sphere/expansion/expansion.hpp"

namespace tasuki::sphere::expansion {

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "expansion",
         .model = nullptr,
         .access = {write, read, read, read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::sphere::expansion
