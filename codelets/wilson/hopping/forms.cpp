#include "codelets/wilson/hopping/forms.hpp"

#include <fmt/format.h>

#include "codelets/wilson/variants.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::wilson {

namespace forms {

namespace {

/// Double precision and whole links are in every program.
template <class T, int kLinkReals>
Functions<T, kLinkReals> at_start() {
    if constexpr (std::is_same_v<T, double> && kLinkReals == 18)
        return linked<T, kLinkReals>();
    else
        return {};
}

}  // namespace

template <class T, int kLinkReals>
Functions<T, kLinkReals>& functions() {
    static auto known = at_start<T, kLinkReals>();
    return known;
}

template <class T, int kLinkReals>
void require() {
    if (!is_here<T, kLinkReals>())
        throw runtime::UnavailableError(fmt::format(
            "this program has no kernel in {} precision with {} reals per "
            "link: link tasuki_wilson_forms and call wilson::add_forms()",
            number_name<T>(), kLinkReals));
}

}  // namespace forms

template <class T, int kLinkReals>
void sweep_cpu(const Sweep& sweep, const SweepFields<T>& fields) noexcept {
    forms::functions<T, kLinkReals>().on_cpu(sweep, fields);
}

template <class T, int kLinkReals>
void sweep_gpu(const Sweep& sweep, const SweepFields<T>& fields,
               gpu::Stream stream) {
    forms::functions<T, kLinkReals>().on_gpu(sweep, fields, stream);
}

template <class T, int kLinkReals>
void tune_sweep_gpu(const Sweep& sweep, const SweepFields<T>& fields,
                    gpu::Stream stream) {
    forms::functions<T, kLinkReals>().tune_on_gpu(sweep, fields, stream);
}

#define TASUKI_INSTANTIATE(T, kLinkReals)                                   \
    template forms::Functions<T, kLinkReals>&                               \
    forms::functions<T, kLinkReals>();                                      \
    template void forms::require<T, kLinkReals>();                          \
    template void sweep_cpu<T, kLinkReals>(const Sweep&,                    \
                                           const SweepFields<T>&) noexcept; \
    template void sweep_gpu<T, kLinkReals>(                                 \
        const Sweep&, const SweepFields<T>&, gpu::Stream);                  \
    template void tune_sweep_gpu<T, kLinkReals>(                            \
        const Sweep&, const SweepFields<T>&, gpu::Stream);
TASUKI_FOR_STORED_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::wilson
