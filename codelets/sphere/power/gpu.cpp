// power on the GPU: a thread for each degree. Few of them, but it is asked for
// once in many steps.
#include "codelets/sphere/power/power.hpp"

namespace tasuki::sphere::power {

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    gpu::for_each<64>(stream, args.degrees + 1, Body{args, fields}, "power");
}

}  // namespace tasuki::sphere::power
