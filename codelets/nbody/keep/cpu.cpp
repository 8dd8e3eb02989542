// keep on the CPU.
#include <algorithm>

#include "codelets/nbody/keep/keep.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::nbody::keep {

template <class N>
void run_cpu(const Args&, const Fields<N>& f) noexcept {
    constexpr std::size_t worth = 4096;
    runtime::parallel_ranges(
        f.position.size(), 1,
        [&](std::size_t begin, std::size_t end) {
            const std::size_t n = end - begin;
            std::copy_n(f.position.data() + begin, n,
                        f.kept_position.data() + begin);
            std::copy_n(f.velocity.data() + begin, n,
                        f.kept_velocity.data() + begin);
        },
        worth);
}

#define TASUKI_INSTANTIATE(N) \
    template void run_cpu(const Args&, const Fields<N>&) noexcept;
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::keep
