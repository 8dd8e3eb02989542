// The knobs of the GPU's kernel.  Each can be chosen, and what is not chosen is
// tuned: those of the 2021 paper (IPSJ SIG-HPC 182-2) and two of ours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tasuki::nbody {

/// How 1 / sqrt(x) is computed; see codelets/device/roots.hpp.
enum class Root {
    sqrt,      ///< by division and root, correctly rounded each
    rsqrt,     ///< the mathematical library's
    rsqrt_rn,  ///< rounded to nearest
    approx,    ///< the hardware's; in double with a step that completes it
};
inline constexpr int kRoots = 4;

enum class Staging {
    direct,  ///< all threads read a body from the caches
    shared,  ///< through shared memory
};

/// Interactions in a row without a jump, and bodies that a thread pulls at
/// once, that are compiled.
inline constexpr int kUnrolls[] = {1, 2, 4, 8, 16, 32};
inline constexpr int kBodiesPerThread[] = {1, 2, 4};
/// In double, and where positions are, code is longer, and loops of 8 are long
/// enough: more only takes a compiler minutes.
template <class N>
constexpr int most_unroll() {
    return sizeof(typename N::State) == 4 ? 32 : 8;
}
inline constexpr int kMostThreads = 256;

struct Variant {
    Root root = Root::approx;
    Staging staging = Staging::shared;
    int unroll = 16;
    int bodies = 2;     ///< per thread
    int threads = 256;  ///< per block, a multiple of 32
    /// Groups of whole warps that a block is cut into: each takes its part of
    /// the sources for the same bodies, and their sums are added at the end.
    int parts = 1;

    bool operator==(const Variant&) const = default;
};

/// Whether every program has the kernel of a variant: those that are the
/// fastest for some number of bodies on a GPU that was measured. The others are
/// in accelerate/variants, to be compared with; most take a compiler seconds.
constexpr bool is_usual(const Variant& v, int most_unroll) {
    return v.root == Root::approx && v.staging == Staging::shared &&
           v.unroll >= (most_unroll >= 32 ? 8 : 4);
}

/// Whether this program has all kernels; false until add_all_variants().
bool& has_all_variants();

const char* to_string(Root root);
/// "approx, shared, unroll 16, bodies 2, threads 256, parts 1"
std::string to_string(const Variant& variant);

/// Properties of a variant that a text fixes; the others are free.
struct Wish {
    int root = -1, staging = -1, unroll = -1, bodies = -1, threads = -1,
        parts = -1;

    bool allows(const Variant& variant) const;
    bool operator==(const Wish&) const = default;
};

/// Any words of to_string(), blanks or commas between them: "rsqrt, direct,
/// unroll 8".
/// @param most_unroll  of the numbers that it is for
/// @throws UsageError        another word, or a number for which there is no
///                           kernel; lists what there is
/// @throws UnavailableError  this program has only the usual kernels, and none
///                           of them is meant
Wish parse_wish(std::string_view text, int most_unroll);

/// All that a tuner should try: the kernels of this program, in blocks of 64 to
/// kMostThreads threads.
std::vector<Variant> variants(const Wish& wish, int most_unroll);

}  // namespace tasuki::nbody
