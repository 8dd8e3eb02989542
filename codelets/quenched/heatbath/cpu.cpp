#include "codelets/quenched/heatbath/site.hpp"
#include "codelets/quenched/links_of_parity.hpp"

namespace tasuki::quenched::heatbath {

void run_cpu(const Args& args, const SlabLinks& u) noexcept {
    update_on_cpu(args, u);
}

}  // namespace tasuki::quenched::heatbath
