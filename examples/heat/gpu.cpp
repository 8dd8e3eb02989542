#include "heat.hpp"

namespace heat {
void Edges::gpu(const Args&, Read<double> u, Sides to, gpu::Stream stream) {
    const int n = int(to.north.size());
    gpu::for_each<256>(stream, n, Edges{n, u, to}, name);
}
void Step::gpu(const Args&, Write<double> next, Read<double> u, Halo halo,
               gpu::Stream stream) {
    const int n = int(halo.north.size());
    gpu::for_each<256>(stream, n * n, Step{n, next, u, halo}, name);
}
}  // namespace heat
