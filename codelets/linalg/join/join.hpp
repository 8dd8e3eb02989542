// join: the sums of a lattice from partial sums of its blocks, which may be on
// several ranks:
//   Blocks   sums(s, b)  = sum of the parts (s, 0) .. of block b
//   Ranks    parts(s, p) = sum of sums(s, b) of all ranks, for b = p, p + 256
//   ..
// Each rank has the sums of its own blocks, and zeros for the others, so that
// nothing depends on how the blocks are dealt to ranks.  What takes the sums of
// one block (partial_sums.hpp) takes the parts of a lattice too.
#pragma once

#include "codelets/linalg/partial_sums.hpp"

namespace tasuki::linalg::join {

/// Arrays of one task; there are more tasks if there are more arrays.
inline constexpr int kMost = 16;

using Given = runtime::Each<runtime::Read<double>, kMost>;

struct BlocksArgs {
    int blocks;        ///< of the lattice
    int block[kMost];  ///< numbers of those given
};

struct Blocks {
    static constexpr auto name = "join_blocks";
    using Args = BlocksArgs;
    /// @param sums   (sums)(blocks)
    /// @param given  (sums)(kPartials) of each block
    static void cpu(const Args& args, runtime::Update<double> sums,
                    const Given& given) noexcept;
    static void gpu(const Args& args, runtime::Update<double> sums,
                    const Given& given, gpu::Stream stream) noexcept;
};

struct RanksArgs {
    int blocks;  ///< of the lattice
    bool more;   ///< adds to what earlier tasks have made of other ranks
};

struct Ranks {
    static constexpr auto name = "join_ranks";
    using Args = RanksArgs;
    /// @param parts  (sums)(kPartials)
    /// @param given  (sums)(blocks) of each rank
    static void cpu(const Args& args, runtime::Update<double> parts,
                    const Given& given) noexcept;
    static void gpu(const Args& args, runtime::Update<double> parts,
                    const Given& given, gpu::Stream stream) noexcept;
};

/// Element `i` of `parts`.
TASUKI_HD double part_of_ranks(const RanksArgs& args, const Given& given,
                               double before, int i) {
    const int s = i / kPartials;
    double sum = args.more ? before : 0;
    for (int b = i % kPartials; b < args.blocks; b += kPartials)
        for (int r = 0; r < given.size(); ++r)
            sum += given[r][s * args.blocks + b];
    return sum;
}

}  // namespace tasuki::linalg::join
