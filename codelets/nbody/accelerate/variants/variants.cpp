#include "codelets/nbody/accelerate/variants/variants.hpp"

namespace tasuki::nbody {

void add_all_variants() {
    has_all_variants() = true;
#if defined(TASUKI_HAS_GPU)
    add_all_kernels();
#endif
}

}  // namespace tasuki::nbody
