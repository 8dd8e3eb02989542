// join: the sums of a lattice from partial sums of its blocks, which may be on
// several ranks:
//   Blocks   sums(s, b)  = sum of the parts (s, 0) .. of block b
//   Both     sums(s, b)  of two ranks' blocks
//   Parts    parts(s, p) = sum of sums(s, b), for b = p, p + 256 ..
// A rank has zeros for the blocks whose sums it does not have, so that nothing
// depends on how the blocks are dealt to ranks.  What takes the sums of one
// block (partial_sums.hpp) takes the parts of a lattice too.
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
                    const Given& given, gpu::Stream stream);
};

/// The sums that one rank or both have.
using Sides = runtime::Each<runtime::Read<double>, 2>;

TASUKI_HD double on_a_side(const Sides& sides, std::size_t i) {
    const double first = sides[0][i];
    return first != 0 || sides.size() == 1 ? first : sides[1][i];
}

struct Both {
    static constexpr auto name = "join_ranks";
    struct Args {};
    /// @param sums   (sums)(blocks)
    /// @param sides  (sums)(blocks) each
    static void cpu(const Args& args, runtime::Write<double> sums,
                    const Sides& sides) noexcept;
    static void gpu(const Args& args, runtime::Write<double> sums,
                    const Sides& sides, gpu::Stream stream);
};

struct PartsArgs {
    int blocks;  ///< of the lattice
};

struct Parts {
    static constexpr auto name = "join_ranks";
    using Args = PartsArgs;
    /// @param parts  (sums)(kPartials)
    /// @param sides  (sums)(blocks) each
    static void cpu(const Args& args, runtime::Write<double> parts,
                    const Sides& sides) noexcept;
    static void gpu(const Args& args, runtime::Write<double> parts,
                    const Sides& sides, gpu::Stream stream);
};

/// Element `i` of `parts`.
TASUKI_HD double part_of(const PartsArgs& args, const Sides& sides,
                         std::size_t i) {
    const std::size_t s = i / kPartials;
    double sum = 0;
    for (int b = static_cast<int>(i % kPartials); b < args.blocks;
         b += kPartials)
        sum += on_a_side(sides, s * args.blocks + b);
    return sum;
}

}  // namespace tasuki::linalg::join
