#include "codelets/linalg/sums_gpu.hpp"
#include "codelets/wilson/site_order/site_order.hpp"

namespace tasuki::wilson::site_order {

void run_gpu(const Args& args, const Fields& f, gpu::Stream stream) {
    linalg::change_on_gpu(f.sites.size() / kSpinorReals, Body{args, f}, stream,
                          Kernel::name);
}

}  // namespace tasuki::wilson::site_order
