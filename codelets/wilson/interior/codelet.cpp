// StarPU glue of interior.
#include <array>

#include "codelets/wilson/hopping/sweep_codelet.hpp"
#include "codelets/wilson/interior/interior.hpp"

namespace tasuki::wilson::interior {
namespace {

using enum runtime::Access;

struct Kernel {
    using Args = interior::Args;
    template <class T>
    using Fields = interior::Fields<T>;
    static constexpr const char* name = "interior";
    static constexpr std::array access{write, read, read};
};

}  // namespace

template <class T, int kLinkReals>
runtime::Codelet& codelet() {
    return SweepCodelet<Kernel, T, kLinkReals>::compute();
}

template <class T, int kLinkReals>
runtime::Codelet& tune_codelet() {
    return SweepCodelet<Kernel, T, kLinkReals>::tune();
}

#define TASUKI_INSTANTIATE(T, kLinkReals)                \
    template runtime::Codelet& codelet<T, kLinkReals>(); \
    template runtime::Codelet& tune_codelet<T, kLinkReals>();
TASUKI_FOR_STORED_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::wilson::interior
