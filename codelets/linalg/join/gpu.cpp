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

struct RanksBody {
    RanksArgs args;
    double* parts;
    Given given;
    TASUKI_HD void operator()(std::size_t i) const {
        parts[i] = part_of_ranks(args, given, parts[i], static_cast<int>(i));
    }
};

}  // namespace

void Blocks::gpu(const Args& args, runtime::Update<double> sums,
                 const Given& given, gpu::Stream stream) noexcept {
    const dim3 grid(static_cast<unsigned>(given.size()),
                    static_cast<unsigned>(given[0].size() / kPartials));
    join_blocks<<<grid, kSumThreads, 0, stream>>>(args, sums, given);
    gpu::check(TASUKI_GPU_API(GetLastError)(), name);
}

void Ranks::gpu(const Args& args, runtime::Update<double> parts,
                const Given& given, gpu::Stream stream) noexcept {
    change_on_gpu(parts.size(), RanksBody{args, parts, given}, stream, name);
}

}  // namespace tasuki::linalg::join
