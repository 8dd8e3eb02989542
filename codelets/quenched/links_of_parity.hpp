// Calls update(args, links, k) of a kernel for all sites k of its parity; they
// are independent of each other.
#pragma once

#include "codelets/quenched/slab.hpp"
#include "runtime/core/team.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::quenched {

template <class Args>
struct UpdateBody {
    Args args;
    SlabLinks u;
    TASUKI_HD void operator()(int k) const {
        update(args, u, static_cast<std::uint32_t>(k));
    }
};

/// @param args  with `place`
template <class Args>
void update_on_cpu(const Args& args, const SlabLinks& u) {
    const auto row = static_cast<std::size_t>(args.place.extents[0] / 2);
    runtime::parallel_ranges(
        args.place.half_volume(), row, [&](std::size_t begin, std::size_t end) {
            for (auto k = begin; k < end; ++k)
                update(args, u, static_cast<std::uint32_t>(k));
        });
}

#if defined(TASUKI_GPU_CODE)
template <class Args>
void update_on_gpu(const Args& args, const SlabLinks& u, gpu::Stream stream,
                   const char* name) {
    // Few threads a block: each takes many registers.
    gpu::for_each<64>(stream, static_cast<int>(args.place.half_volume()),
                      UpdateBody<Args>{args, u}, name);
}
#endif

}  // namespace tasuki::quenched
