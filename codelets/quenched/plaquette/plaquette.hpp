// plaquette: sums over the plaquettes whose lower corner is in a slab, one for
// each row of sites along x.  Added in their order they are the sums of
// lattice::plaquette(), bit by bit, for every cut and on every device.
#pragma once

#include <string>

#include "codelets/lattice/observables.hpp"
#include "codelets/quenched/slab_kernel.hpp"
#include "codelets/quenched/su3_products.hpp"

namespace tasuki::quenched::plaquette {

struct Args {
    lattice::Extents extents;  ///< of the slab [sites]
};

using Sums = runtime::Write<lattice::PlaquetteSums>;  // (y*z*t)
using Links = LinksOfSlab<const lattice::Matrix3>;

/// Rows of a slab, in lexicographic order.
constexpr std::size_t count_rows(const lattice::Extents& extents) {
    return extents.face(0);
}

/// Six planes of two products and a trace.
inline constexpr double kFlopsPerSite = 6 * (2 * kFlopsPerProduct + 36);

/// `u.below` is not read.
void run_cpu(const Args& args, Sums sums, const Links& u) noexcept;
void run_gpu(const Args& args, Sums sums, const Links& u, gpu::Stream stream);

/// @tparam Above  one NeighbourSlab; none for a slab that borders itself
template <class... Above>
struct Kernel {
    static constexpr auto name = "plaquette";
    static std::string model() {
        return sizeof...(Above) == 0 ? "plaquette_whole" : "plaquette_slab";
    }
    using Args = plaquette::Args;
    static void cpu(const Args& args, Sums sums, NeighbourSlab own,
                    Above... above) noexcept {
        run_cpu(args, sums, links(args.extents, own, above...));
    }
    static void gpu(const Args& args, Sums sums, NeighbourSlab own,
                    Above... above, gpu::Stream stream) {
        run_gpu(args, sums, links(args.extents, own, above...), stream);
    }

  private:
    static Links links(const lattice::Extents& extents, NeighbourSlab own,
                       Above... above) {
        const lattice::Matrix3* const slabs[] = {own, above...};
        return {extents, own, nullptr, slabs[sizeof...(Above)]};
    }
};

}  // namespace tasuki::quenched::plaquette
