#include "codelets/lattice/matrix3-inl.hpp"
#include "codelets/quenched/reunitarization/reunitarization.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::quenched::reunitarization {

void run_cpu(const Args&, runtime::Update<lattice::Matrix3> u) noexcept {
    constexpr std::size_t kGrain = 64;  // links; cuts on whole cache lines
    runtime::parallel_ranges(u.size(), kGrain,
                             [u](std::size_t begin, std::size_t end) {
                                 for (std::size_t k = begin; k < end; ++k)
                                     u[k] = lattice::inl::reunitarized(u[k]);
                             });
}

}  // namespace tasuki::quenched::reunitarization
