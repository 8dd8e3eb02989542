#include <tasuki/runtime/gpu/lanes.hpp>

#include "himeno.hpp"

template struct tasuki::runtime::Elements<Start, Plane, Write<float>>;
template struct tasuki::runtime::Elements<Faces, Plane, Write<float>,
                                          Write<float>, Read<float>>;

/// A row by the threads that run in step.
struct RowOfLanes {
    Step step;
    TASUKI_DEVICE void operator()(int row, int lane) const {
        const auto relax = step.relax(row);
        float sum = 0;
        for (int i = 1 + lane; i < step.plane.ni - 1; i += gpu::kLanes)
            sum += relax(i);
        for (int mask = 1; mask < gpu::kLanes; mask *= 2)
            sum += gpu::from_lane_xor(sum, mask);
        if (lane == 0) step.gosa[row] = sum;
    }
};
void Step::gpu(const Args& plane, Update<float> next, Write<float> gosa,
               Around around, gpu::Stream stream) {
    const RowOfLanes body{{plane, next, gosa, around}};
    gpu::for_each<256>(stream, gosa.size(), gpu::kLanes, body, name);
}
