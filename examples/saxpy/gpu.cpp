// Compiled as CUDA or as HIP; left out if Tasuki has no GPU toolkit.
#include "saxpy.hpp"

void Saxpy::gpu(const Args& args, Update<float> y, Read<float> x, Stream s) {
    tasuki::gpu::for_each<256>(s, y.size(), Element{args.a, y, x}, "saxpy");
}
