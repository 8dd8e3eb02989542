#include "codelets/linalg/sums_cpu.hpp"
#include "codelets/wilson/refinement/refinement.hpp"

namespace tasuki::wilson::refinement {

// A site has a loop of its own, of whatever type it is.

template <class T>
void residual_cpu(const Args&, const ResidualFields<T>& f) noexcept {
    linalg::sum_on_cpu<1, Fixed16>(sites_in<T>(f.r.size()), f.partials,
                                   ResidualBody<T>{f});
}

template <class T>
void correction_cpu(const Args&, const CorrectionFields<T>& f) noexcept {
    linalg::change_on_cpu<Fixed16>({0, sites_in<T>(f.d.size())},
                                   CorrectionBody<T>{f});
}

template void residual_cpu(const Args&, const ResidualFields<float>&) noexcept;
template void residual_cpu(const Args&,
                           const ResidualFields<Fixed16>&) noexcept;
template void correction_cpu(const Args&,
                             const CorrectionFields<float>&) noexcept;
template void correction_cpu(const Args&,
                             const CorrectionFields<Fixed16>&) noexcept;

}  // namespace tasuki::wilson::refinement
