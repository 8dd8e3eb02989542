#include "codelets/quenched/links_of_parity.hpp"
#include "codelets/quenched/overrelaxation/site.hpp"

namespace tasuki::quenched::overrelaxation {

void run_cpu(const Args& args, const SlabLinks& u) noexcept {
    update_on_cpu(args, u);
}

}  // namespace tasuki::quenched::overrelaxation
