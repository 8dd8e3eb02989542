#include "peers/bare/codelets.hpp"

#include <cstdint>

#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "codelets/wilson/variants.hpp"
#include "runtime/core/codelet.hpp"

namespace tasuki::peers::bare {

namespace {

namespace wil = tasuki::wilson;

/// The buffers of a task as the Fields of its kernel, whose list has one member
/// for each face.
template <class Fields, class Args>
Fields fields_of(void* buffers[], const Args& args) {
    std::uint16_t faces = 0;
    if constexpr (requires { args.faces; })
        faces = static_cast<std::uint16_t>(args.faces.count);
    Fields fields;
    runtime::detail::BufferReader{buffers, &faces}.read(fields);
    return fields;
}

template <class Args>
Args args_of(void* packed) {
    Args args;
    starpu_codelet_unpack_args(packed, &args);
    return args;
}

/// What StarPU calls, for a kernel with run_cpu() and run_gpu().
template <class Args, class Fields, auto kRunCpu, auto kRunGpu>
struct Entries {
    static void cpu(void* buffers[], void* packed) {
        const Args args = args_of<Args>(packed);
        kRunCpu(args, fields_of<Fields>(buffers, args));
    }
#if defined(TASUKI_HAS_GPU)
    static void gpu(void* buffers[], void* packed) {
        const Args args = args_of<Args>(packed);
        kRunGpu(args, fields_of<Fields>(buffers, args),
                runtime::worker_stream());
    }
#else
    static constexpr runtime::detail::Entry gpu = nullptr;
#endif
};

template <class T>
using InteriorFields = wil::interior::Fields<T>;

template <class T, int kLinkReals>
void interior_cpu(const wil::interior::Args& args,
                  const InteriorFields<T>& fields) {
    wil::sweep_cpu<T, kLinkReals>(sweep(args), sweep_fields(args, fields));
}
template <class T, int kLinkReals>
void interior_gpu(const wil::interior::Args& args,
                  const InteriorFields<T>& fields, gpu::Stream stream) {
    wil::sweep_gpu<T, kLinkReals>(sweep(args), sweep_fields(args, fields),
                                  stream);
}
template <class T, int kLinkReals>
void interior_tune(const wil::interior::Args& args,
                   const InteriorFields<T>& fields, gpu::Stream stream) {
    wil::tune_sweep_gpu<T, kLinkReals>(sweep(args), sweep_fields(args, fields),
                                       stream);
}

}  // namespace

template <class T, int kLinkReals>
Codelets<T, kLinkReals>& Codelets<T, kLinkReals>::instance() {
    // Never destroyed: StarPU's shutdown may come after static objects end.
    static auto& codelets = *new Codelets;
    return codelets;
}

template <class T, int kLinkReals>
Codelets<T, kLinkReals>::Codelets() {
    const auto declare =
        [](starpu_codelet& codelet, const char* name,
           std::initializer_list<starpu_data_access_mode> modes) {
            starpu_codelet_init(&codelet);
            codelet.name = name;
            codelet.nbuffers = modes.size() == 0
                                   ? STARPU_VARIABLE_NBUFFERS
                                   : static_cast<int>(modes.size());
            std::copy(modes.begin(), modes.end(), codelet.modes);
        };
    declare(pack, "bare_pack", {});
    declare(matvec, "bare_matvec", {});
    declare(interior, "bare_interior", {STARPU_W, STARPU_R, STARPU_R});
    declare(merge, "bare_merge", {});
    declare(tune, "bare_tune", {STARPU_W, STARPU_R, STARPU_R});

    const auto implement = [](starpu_codelet& codelet, auto entries) {
        codelet.cpu_funcs[0] = entries.cpu;
        runtime::set_gpu_entry(codelet, entries.gpu);
    };
    implement(pack, Entries<wil::pack::Args, wil::pack::Fields<T>,
                            wil::pack::run_cpu<T>, wil::pack::run_gpu<T>>{});
    implement(matvec, Entries<wil::matvec::Args, wil::matvec::Faces<T>,
                              wil::matvec::run_cpu<T, kLinkReals>,
                              wil::matvec::run_gpu<T, kLinkReals>>{});
    implement(
        interior,
        Entries<wil::interior::Args, InteriorFields<T>,
                interior_cpu<T, kLinkReals>, interior_gpu<T, kLinkReals>>{});
    implement(merge, Entries<wil::merge::Args, wil::merge::Fields<T>,
                             wil::merge::run_cpu<T>, wil::merge::run_gpu<T>>{});
    runtime::set_gpu_entry(tune, Entries<wil::interior::Args, InteriorFields<T>,
                                         interior_cpu<T, kLinkReals>,
                                         interior_tune<T, kLinkReals>>::gpu);

    starpu_codelet* const timed[] = {&pack, &matvec, &interior, &merge};
    for (int k = 0; k < 4; ++k) {
        Model& m = models_[k];
        m.symbol = wil::variant_name<T>(timed[k]->name, kLinkReals);
        m.model.type = STARPU_HISTORY_BASED;
        m.model.symbol = m.symbol.c_str();
        timed[k]->model = &m.model;
    }
}

#define TASUKI_INSTANTIATE(T, kLinkReals) \
    template class Codelets<T, kLinkReals>;
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::peers::bare
