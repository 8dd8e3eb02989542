#include "codelets/quenched/heatbath/site.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::quenched::heatbath {

void run_cpu(const Args& args, const SlabLinks& u) noexcept {
    const auto row = static_cast<std::size_t>(args.place.extents[0] / 2);
    runtime::parallel_ranges(
        args.place.half_volume(), row, [&](std::size_t begin, std::size_t end) {
            for (auto k = begin; k < end; ++k)
                update(args, u, static_cast<std::uint32_t>(k));
        });
}

}  // namespace tasuki::quenched::heatbath
