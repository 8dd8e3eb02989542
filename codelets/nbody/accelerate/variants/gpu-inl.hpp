// All kernels by one root.
#pragma once

#include "codelets/nbody/accelerate/gpu-inl.hpp"
#include "codelets/nbody/accelerate/variants/variants.hpp"

namespace tasuki::nbody::on_gpu {

template <class N, Root kRoot, Staging kStaging>
Launcher<N> find_for_unroll(const Variant& v) {
    if constexpr (most_unroll<N>() >= 32) {
        if (v.unroll == 16)
            return find_for_bodies<N, kRoot, kStaging, 16>(v.bodies);
        if (v.unroll == 32)
            return find_for_bodies<N, kRoot, kStaging, 32>(v.bodies);
    }
    switch (v.unroll) {
        case 1:
            return find_for_bodies<N, kRoot, kStaging, 1>(v.bodies);
        case 2:
            return find_for_bodies<N, kRoot, kStaging, 2>(v.bodies);
        case 4:
            return find_for_bodies<N, kRoot, kStaging, 4>(v.bodies);
        default:
            return find_for_bodies<N, kRoot, kStaging, 8>(v.bodies);
    }
}

template <class N, Root kRoot>
Launcher<N> find_by_root(const Variant& v) {
    return v.staging == Staging::shared
               ? find_for_unroll<N, kRoot, Staging::shared>(v)
               : find_for_unroll<N, kRoot, Staging::direct>(v);
}

}  // namespace tasuki::nbody::on_gpu

#define TASUKI_NBODY_VARIANTS(N, ROOT)                              \
    template tasuki::nbody::on_gpu::Launcher<tasuki::nbody::N>      \
    tasuki::nbody::on_gpu::find_by_root<tasuki::nbody::N,           \
                                        tasuki::nbody::Root::ROOT>( \
        const tasuki::nbody::Variant&);
