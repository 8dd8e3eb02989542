// StarPU glue of gust.
#include "runtime/codelet.hpp"

#include "codelets/sphere/gust/gust.hpp"

namespace tasuki::sphere::gust {

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "gust",
         .model = nullptr,
         .access = {write, read, read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::sphere::gust
