// StarPU glue of merge.
#include "runtime/codelet.hpp"

#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/variants.hpp"

namespace tasuki::wilson::merge {

template <class T>
runtime::Codelet& codelet() {
    using enum runtime::Access;
    static const std::string model = variant_name<T>("merge");
    static runtime::Codelet instance{
        {.name = "merge",
         .model = model.c_str(),
         .access = {update},
         .access_each = {read},
         .cpu = runtime::cpu_entry<Args, Fields<T>, run_cpu<T>>,
         .gpu = runtime::gpu_entry<Args, Fields<T>, run_gpu<T>>}};
    return instance;
}

template runtime::Codelet& codelet<double>();
template runtime::Codelet& codelet<float>();

}  // namespace tasuki::wilson::merge
