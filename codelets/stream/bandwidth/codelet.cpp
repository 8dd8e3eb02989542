// StarPU glue of bandwidth.
#include "runtime/codelet.hpp"

#include "codelets/stream/bandwidth/bandwidth.hpp"

namespace tasuki::stream::bandwidth {

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "bandwidth",
         .model = "bandwidth",
         .access = {write, read, read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::stream::bandwidth
