// drift on the CPU.
#include "codelets/nbody/advance.hpp"
#include "codelets/nbody/drift/drift.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::nbody::drift {

template <class N>
void run_cpu(const Args& args, const Fields<N>& f) noexcept {
    using S = typename N::State;
    constexpr std::size_t worth = 4096;
    const auto dt = static_cast<S>(args.dt);
    runtime::parallel_ranges(
        args.bodies, 1,
        [&](std::size_t begin, std::size_t end) {
            for (auto i = begin; i < end; ++i)
                advance(f.position[i], f.velocity[i], dt);
        },
        worth);
}

#define TASUKI_INSTANTIATE(N) \
    template void run_cpu(const Args&, const Fields<N>&) noexcept;
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::drift
