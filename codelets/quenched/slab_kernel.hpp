// Kernels that update one slab and read its neighbours.
#pragma once

#include <string>

#include "codelets/quenched/slab.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::quenched {

using Slab = runtime::Update<lattice::Matrix3>;         // (volume, 4)
using NeighbourSlab = runtime::Read<lattice::Matrix3>;  // (volume, 4)

/// With one neighbour it is both below and above; with none the slab borders
/// itself.  No array is given twice to one task: StarPU would have to order it
/// with itself.
/// @tparam What        `name`, `Args` with `place`, cpu(args, links) and
///                     gpu(args, links, stream)
/// @tparam Neighbours  none, one or two NeighbourSlab: below, above
template <class What, class... Neighbours>
struct SlabKernel {
    static constexpr std::size_t neighbours = sizeof...(Neighbours);
    static constexpr auto name = What::name;
    static std::string model() {
        constexpr const char* kinds[] = {"_whole", "_half", "_slab"};
        return std::string{name} + kinds[neighbours];
    }
    using Args = typename What::Args;
    static void cpu(const Args& args, Slab own, Neighbours... others) noexcept {
        What::cpu(args, links(args.place.extents, own, others...));
    }
    static void gpu(const Args& args, Slab own, Neighbours... others,
                    gpu::Stream stream) {
        What::gpu(args, links(args.place.extents, own, others...), stream);
    }

  private:
    static SlabLinks links(const lattice::Extents& extents, Slab own,
                           Neighbours... others) {
        const lattice::Matrix3* const slabs[] = {own, others...};
        const std::size_t last_layer =
            lattice::kDimensions *
            (extents.volume() - extents.face(lattice::kDimensions - 1));
        return {extents, own, slabs[neighbours == 0 ? 0 : 1] + last_layer,
                slabs[neighbours]};
    }
};

}  // namespace tasuki::quenched
