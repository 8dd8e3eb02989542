#include "codelets/quenched/codelet_set.hpp"
#include "codelets/quenched/overrelaxation/overrelaxation.hpp"

namespace tasuki::quenched::overrelaxation {

runtime::Codelet& codelet(Neighbours neighbours) {
    static CodeletSet<Args, run_cpu> set{
        "overrelaxation",
        {"overrelaxation_whole", "overrelaxation_half", "overrelaxation_slab"}};
    return set[neighbours];
}

}  // namespace tasuki::quenched::overrelaxation
