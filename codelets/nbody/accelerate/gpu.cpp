// accelerate on the GPU: which kernel, and how it is found.
#include <algorithm>

#include "codelets/nbody/accelerate/accelerate.hpp"
#include "codelets/nbody/accelerate/launch.hpp"
#include "codelets/nbody/accelerate/variant_memory.hpp"

namespace tasuki::nbody::accelerate {

namespace {

using on_gpu::Pairs;

template <class N>
VariantMemory& memory() {
    static VariantMemory memory{numbers_name<N>(), most_unroll<N>()};
    return memory;
}

template <class N>
Pairs<N> pairs_of(const Args& args, const Fields<N>& f, bool add) {
    return {f.acceleration, f.target,     f.source,  f.wells,
            args.targets,   args.sources, args.eps2, add};
}

template <class N>
void launch(const Pairs<N>& pairs, const Variant& v, gpu::Stream stream) {
    on_gpu::find_launcher<N>(v)(pairs, v, stream);
}

PairShape shape_of(const Args& args) {
    return PairShape::of(args.targets, args.sources);
}

}  // namespace

template <class N, bool kAdd>
void run_gpu(const Args& args, const Fields<N>& fields, gpu::Stream stream) {
    const auto variant =
        memory<N>().find(gpu::current_device(), shape_of(args), args.wish);
    auto pairs = pairs_of(args, fields, kAdd);
    if (fields.wells != nullptr && on_gpu::has_wells(variant))
        return on_gpu::launch_with_wells(pairs, variant, stream);
    launch(pairs, variant, stream);
    if (fields.wells == nullptr) return;
    // Kernels that are never the fastest have none that gives wells, too.
    pairs.acceleration = nullptr;
    on_gpu::launch_with_wells(pairs, Variant{}, stream);
}

template <class N>
void tune_gpu(const Args& args, const Fields<N>& fields, gpu::Stream stream) {
    const int device = gpu::current_device();
    if (memory<N>().is_tuned(device, shape_of(args), args.wish)) return;
    // Some milliseconds a run: of more sources each costs the same.
    constexpr std::size_t most = std::size_t{1} << 33;
    constexpr std::size_t fewest = 4096;
    auto pairs = pairs_of(args, fields, false);
    pairs.sources = static_cast<std::uint32_t>(std::min<std::size_t>(
        args.sources, std::max(fewest, most / args.targets)));
    // Of small systems so many that a run is not over before it is measured.
    constexpr std::size_t least = std::size_t{1} << 28;
    const std::size_t one = std::size_t{args.targets} * pairs.sources;
    const auto calls = static_cast<int>(
        std::clamp<std::size_t>(least / std::max<std::size_t>(one, 1), 1, 64));
    gpu::Stopwatch watch;
    const auto seconds = [&](const Variant& v) {
        watch.start(stream);
        for (int k = 0; k < calls; ++k) launch(pairs, v, stream);
        return watch.stop(stream) / calls;
    };
    memory<N>().keep(device, shape_of(args), args.wish,
                     fastest_variant(args.wish, most_unroll<N>(), seconds));
}

template <class N>
std::string variant_on(int device, const Args& args) {
    return to_string(memory<N>().find(device, shape_of(args), args.wish));
}

#define TASUKI_INSTANTIATE(N)                                           \
    template void run_gpu<N, false>(const Args&, const Fields<N>&,      \
                                    gpu::Stream);                       \
    template void run_gpu<N, true>(const Args&, const Fields<N>&,       \
                                   gpu::Stream);                        \
    template void tune_gpu(const Args&, const Fields<N>&, gpu::Stream); \
    template std::string variant_on<N>(int, const Args&);
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::accelerate
