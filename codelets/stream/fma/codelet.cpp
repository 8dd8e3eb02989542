// StarPU glue of fma.
#include "runtime/codelet.hpp"

#include "codelets/stream/fma/fma.hpp"

namespace tasuki::stream::fma {

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "fma",
         .model = "fma",
         .access = {write},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::stream::fma
