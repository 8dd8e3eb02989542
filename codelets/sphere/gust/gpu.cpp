// gust on the GPU.
#include "codelets/sphere/gust/gust.hpp"

namespace tasuki::sphere::gust {

void run_gpu(const Args& args, const Fields& fields, gpu::Stream stream) {
    gpu::for_each<256>(stream, static_cast<int>(2 * args.pairs * kParts),
                       Body{args, fields}, "gust");
}

}  // namespace tasuki::sphere::gust
