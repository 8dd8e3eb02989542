#include "codelets/quenched/codelet_set.hpp"
#include "codelets/quenched/heatbath/heatbath.hpp"

namespace tasuki::quenched::heatbath {

runtime::Codelet& codelet(Neighbours neighbours) {
    static CodeletSet<Args, run_cpu> set{
        "heatbath", {"heatbath_whole", "heatbath_half", "heatbath_slab"}};
    return set[neighbours];
}

}  // namespace tasuki::quenched::heatbath
