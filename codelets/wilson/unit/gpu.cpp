#include "codelets/linalg/sums_gpu.hpp"
#include "codelets/wilson/unit/unit.hpp"

namespace tasuki::wilson::unit {

void run_gpu(const Args& args, const Fields& f, gpu::Stream stream) {
    linalg::change_on_gpu(sites_in<double>(f.x.size()), Body{args, f}, stream,
                          Kernel::name);
}

}  // namespace tasuki::wilson::unit
