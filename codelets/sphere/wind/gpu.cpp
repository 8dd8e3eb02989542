// wind on the GPU.
#include "codelets/sphere/wind/wind.hpp"

namespace tasuki::sphere::wind {

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    for_coefficients_gpu(stream, args.shape, fields.order, Body{args, fields},
                         "wind");
}

}  // namespace tasuki::sphere::wind
