#include "codelets/linalg/sums_cpu.hpp"
#include "codelets/wilson/site_norms/site_norms.hpp"

namespace tasuki::wilson::site_norms {

void run_cpu(const Args&, const Fields& f) noexcept {
    linalg::change_on_cpu<Fixed16>({0, f.norms.size()}, Body{f});
}

}  // namespace tasuki::wilson::site_norms
