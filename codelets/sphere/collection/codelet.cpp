// StarPU glue of collection.
#include "runtime/codelet.hpp"

#include "codelets/sphere/collection/collection.hpp"

namespace tasuki::sphere::collection {

runtime::Codelet& codelet() {
    using enum runtime::Access;
    static runtime::Codelet instance{
        {.name = "collection",
         .model = nullptr,
         .access = {write, read, read},
         .access_each = {read},
         .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
         .gpu = runtime::gpu_entry<Args, Fields, run_gpu>}};
    return instance;
}

}  // namespace tasuki::sphere::collection
