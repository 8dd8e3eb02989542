#include "codelets/quenched/heatbath/site.hpp"
#include "codelets/quenched/links_of_parity.hpp"

namespace tasuki::quenched::heatbath {

void run_gpu(const Args& args, const SlabLinks& u, gpu::Stream stream) {
    update_on_gpu(args, u, stream, "heatbath");
}

}  // namespace tasuki::quenched::heatbath
