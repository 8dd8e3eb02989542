#include "codelets/nbody/accelerate/variants/variants.hpp"

namespace tasuki::nbody {

namespace {

template <class N>
on_gpu::Launcher<N> find_any(const Variant& v) {
    switch (v.root) {
        case Root::sqrt:
            return on_gpu::find_by_root<N, Root::sqrt>(v);
        case Root::rsqrt:
            return on_gpu::find_by_root<N, Root::rsqrt>(v);
        case Root::rsqrt_rn:
            return on_gpu::find_by_root<N, Root::rsqrt_rn>(v);
        default:
            return on_gpu::find_by_root<N, Root::approx>(v);
    }
}

}  // namespace

void add_all_kernels() {
    on_gpu::more_kernels<Single>() = find_any<Single>;
    on_gpu::more_kernels<Mixed>() = find_any<Mixed>;
    on_gpu::more_kernels<Double>() = find_any<Double>;
}

}  // namespace tasuki::nbody
