// StarPU glue of matvec.
#include "runtime/codelet.hpp"

#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/variants.hpp"

namespace tasuki::wilson::matvec {

template <class T, int kLinkReals>
runtime::Codelet& codelet() {
    using enum runtime::Access;
    static const std::string model = variant_name<T>("matvec", kLinkReals);
    static runtime::Codelet instance{
        {.name = "matvec",
         .model = model.c_str(),
         .access = {},
         .access_each = {write, read, read},
         .cpu = runtime::cpu_entry<Args, Fields<T>, run_cpu<T, kLinkReals>>,
         .gpu = runtime::gpu_entry<Args, Fields<T>, run_gpu<T, kLinkReals>>}};
    return instance;
}

template runtime::Codelet& codelet<double, 18>();
template runtime::Codelet& codelet<double, 12>();
template runtime::Codelet& codelet<double, 8>();
template runtime::Codelet& codelet<float, 18>();
template runtime::Codelet& codelet<float, 12>();
template runtime::Codelet& codelet<float, 8>();

}  // namespace tasuki::wilson::matvec
