#include "runtime/codelet.hpp"

#include "codelets/quenched/reunitarization/reunitarization.hpp"

namespace tasuki::quenched::reunitarization {

namespace {

void cpu(void* buffers[], void* raw) noexcept {
    run_cpu(*static_cast<const Args*>(raw),
            runtime::buffer<lattice::Matrix3>(buffers, 0));
}

}  // namespace

runtime::Codelet& codelet() {
    static runtime::Codelet instance{{.name = "reunitarization",
                                      .model = "reunitarization",
                                      .access = {runtime::Access::update},
                                      .cpu = cpu}};
    return instance;
}

}  // namespace tasuki::quenched::reunitarization
