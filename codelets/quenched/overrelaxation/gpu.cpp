#include "codelets/quenched/links_of_parity.hpp"
#include "codelets/quenched/overrelaxation/site.hpp"

namespace tasuki::quenched::overrelaxation {

void run_gpu(const Args& args, const SlabLinks& u, gpu::Stream stream) {
    update_on_gpu(args, u, stream, "overrelaxation");
}

}  // namespace tasuki::quenched::overrelaxation
