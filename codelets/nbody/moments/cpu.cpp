// moments on the CPU.
#include "codelets/nbody/moments/add-inl.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::nbody::moments {

template <class N>
void run_cpu(const Args& args, const Fields<N>& f) noexcept {
    runtime::parallel_ranges(
        groups(args.bodies), 1, [&](std::size_t begin, std::size_t end) {
            for (auto g = begin; g < end; ++g)
                f.sums[g] =
                    of_group(f, args.bodies, static_cast<std::uint32_t>(g));
        });
}

#define TASUKI_INSTANTIATE(N) \
    template void run_cpu(const Args&, const Fields<N>&) noexcept;
TASUKI_FOR_NBODY_NUMBERS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::nbody::moments
