#include <tasuki/runtime/gpu/lanes.hpp>

#include "himeno.hpp"

template struct tasuki::runtime::Sweep<Start>;
template struct tasuki::runtime::Sweep<Step>;

/// A row by the threads that run in step.
struct RowOfLanes {
    Step step;
    TASUKI_DEVICE void operator()(int row, int lane) const {
        const int nj = step.p.extent(1), k = row / nj, j = row % nj;
        float sum = 0;
        for (int i = lane; i < step.p.extent(2); i += gpu::kLanes)
            sum += step.relax(k, j, i);
        for (int mask = 1; mask < gpu::kLanes; mask *= 2)
            sum += gpu::from_lane_xor(sum, mask);
        if (lane == 0) step.gosa(k, j) = sum;
    }
};
void Step::gpu(const Args&, Next next, Gosa gosa, Pressure p, Coefficients c,
               gpu::Stream stream) {
    const RowOfLanes body{{next, gosa, p, c}};
    gpu::for_each<256>(stream, body.step.rows(), gpu::kLanes, body, name);
}
