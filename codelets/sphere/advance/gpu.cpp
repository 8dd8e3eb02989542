// advance on the GPU.
#include "codelets/sphere/advance/advance.hpp"

namespace tasuki::sphere::advance {

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    for_coefficients_gpu(stream, args.shape, fields.order, Body{args, fields},
                         "advance");
}

}  // namespace tasuki::sphere::advance
