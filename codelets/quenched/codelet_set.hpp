// The codelets of a kernel that updates one slab and reads its neighbours.
#pragma once

#include <array>

#include "codelets/quenched/slab.hpp"
#include "runtime/codelet.hpp"

namespace tasuki::quenched {

/// Buffers, each (volume of a slab, 4): own, update; below and above, read.
/// With one neighbour it is both; with none the slab borders itself.  A handle
/// is never given twice to one task: StarPU would have to order it with
/// itself.
template <Neighbours neighbours>
SlabLinks unpack(void* buffers[], const lattice::Extents& extents) {
    constexpr int below = neighbours == Neighbours::none ? 0 : 1;
    constexpr int above = neighbours == Neighbours::two ? 2 : below;
    const std::size_t last_layer =
        lattice::kDimensions *
        (extents.volume() - extents.face(lattice::kDimensions - 1));
    return {extents, runtime::buffer<lattice::Matrix3>(buffers, 0),
            runtime::buffer<lattice::Matrix3>(buffers, below) + last_layer,
            runtime::buffer<lattice::Matrix3>(buffers, above)};
}

/// One codelet per number of neighbours; run_cpu(args, links) computes.
template <class Args, auto run_cpu>
class CodeletSet {
  public:
    /// @param models  symbols of the performance models for no, one and two
    ///                neighbours
    CodeletSet(const char* name, const std::array<const char*, 3>& models)
        : none_{{.name = name,
                 .model = models[0],
                 .access = {runtime::Access::update},
                 .cpu = cpu<Neighbours::none>}},
          one_{{.name = name,
                .model = models[1],
                .access = {runtime::Access::update, runtime::Access::read},
                .cpu = cpu<Neighbours::one>}},
          two_{{.name = name,
                .model = models[2],
                .access = {runtime::Access::update, runtime::Access::read,
                           runtime::Access::read},
                .cpu = cpu<Neighbours::two>}} {}

    runtime::Codelet& operator[](Neighbours neighbours) {
        switch (neighbours) {
            case Neighbours::none:
                return none_;
            case Neighbours::one:
                return one_;
            case Neighbours::two:
                break;
        }
        return two_;
    }

  private:
    template <Neighbours neighbours>
    static void cpu(void* buffers[], void* raw) noexcept {
        const auto& args = *static_cast<const Args*>(raw);
        run_cpu(args, unpack<neighbours>(buffers, args.place.extents));
    }

    runtime::Codelet none_, one_, two_;
};

}  // namespace tasuki::quenched
