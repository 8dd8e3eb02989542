// StarPU glue of pack.
#include "runtime/codelet.hpp"

#include "codelets/wilson/pack/pack.hpp"
#include "codelets/wilson/variants.hpp"

namespace tasuki::wilson::pack {

template <class T>
runtime::Codelet& codelet() {
    using enum runtime::Access;
    static const std::string model = variant_name<T>("pack");
    static runtime::Codelet instance{
        {.name = "pack",
         .model = model.c_str(),
         .access = {read},
         .access_each = {write},
         .cpu = runtime::cpu_entry<Args, Fields<T>, run_cpu<T>>,
         .gpu = runtime::gpu_entry<Args, Fields<T>, run_gpu<T>>}};
    return instance;
}

template runtime::Codelet& codelet<double>();
template runtime::Codelet& codelet<float>();

}  // namespace tasuki::wilson::pack
