#include "codelets/linalg/sums_gpu.hpp"
#include "codelets/wilson/site_norms/site_norms.hpp"

namespace tasuki::wilson::site_norms {

void run_gpu(const Args&, const Fields& f, gpu::Stream stream) {
    linalg::change_on_gpu(f.norms.size(), Body{f}, stream, Kernel::name);
}

}  // namespace tasuki::wilson::site_norms
