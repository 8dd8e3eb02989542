#include "codelets/linalg/join/join.hpp"
#include "codelets/linalg/sums_gpu.hpp"

namespace tasuki::linalg::join {

namespace {

/// A thread block for each sum of each block of the lattice.
__global__ void __launch_bounds__(kSumThreads)
    join_blocks(BlocksArgs args, double* sums, Given given) {
    __shared__ double shared[kSumThreads];
    const int k = static_cast<int>(blockIdx.x),
              s = static_cast<int>(blockIdx.y);
    shared[threadIdx.x] = given[k][s * kPartials + threadIdx.x];
    add_up(shared);
    if (threadIdx.x == 0) sums[s * args.blocks + args.block[k]] = shared[0];
}

struct BothBody {
    double* sums;
    Sides sides;
    TASUKI_HD void operator()(std::size_t i) const {
        sums[i] = on_a_side(sides, i);
    }
};

struct PartsBody {
    PartsArgs args;
    double* parts;
    Sides sides;
    TASUKI_HD void operator()(std::size_t i) const {
        parts[i] = part_of(args, sides, i);
    }
};

}  // namespace

void Blocks::gpu(const Args& args, runtime::Update<double> sums,
                 const Given& given, gpu::Stream stream) {
    const dim3 grid(static_cast<unsigned>(given.size()),
                    static_cast<unsigned>(given[0].size() / kPartials));
    join_blocks<<<grid, kSumThreads, 0, stream>>>(args, sums, given);
    gpu::check(TASUKI_GPU_API(GetLastError)(), name);
}

void Both::gpu(const Args&, runtime::Write<double> sums, const Sides& sides,
               gpu::Stream stream) {
    change_on_gpu(sums.size(), BothBody{sums, sides}, stream, name);
}

void Parts::gpu(const Args& args, runtime::Write<double> parts,
                const Sides& sides, gpu::Stream stream) {
    change_on_gpu(parts.size(), PartsBody{args, parts, sides}, stream, name);
}

}  // namespace tasuki::linalg::join
