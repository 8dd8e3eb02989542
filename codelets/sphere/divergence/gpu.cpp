// divergence on the GPU.
#include "codelets/sphere/divergence/divergence.hpp"

namespace tasuki::sphere::divergence {

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    for_coefficients_gpu(stream, args.shape, fields.order, Body{args, fields},
                         "divergence");
}

}  // namespace tasuki::sphere::divergence
