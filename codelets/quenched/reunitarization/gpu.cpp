#include "codelets/lattice/matrix3-inl.hpp"
#include "codelets/quenched/reunitarization/reunitarization.hpp"

namespace tasuki::quenched::reunitarization {

namespace {

struct Body {
    lattice::Matrix3* u;
    TASUKI_HD void operator()(std::size_t k) const {
        u[k] = lattice::inl::reunitarized(u[k]);
    }
};

}  // namespace

void run_gpu(const Args&, runtime::Update<lattice::Matrix3> u,
             gpu::Stream stream) {
    gpu::for_each<128>(stream, u.size(), Body{u}, "reunitarization");
}

}  // namespace tasuki::quenched::reunitarization
