// flux on the CPU.
#include "codelets/sphere/flux/flux.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::sphere::flux {

void run_cpu(const Args& args, const Fields& fields) noexcept {
    const Body body{args, fields};
    // A team is not woken for less than some thousand points each.
    const std::size_t worth = 8192 / args.longitudes + 1;
    runtime::parallel_ranges(
        std::size_t{2} * args.pairs, 1,
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; ++r) {
                const Row row = body.row(static_cast<std::uint32_t>(r));
                for (std::size_t i = 0; i < args.longitudes; ++i)
                    body.point(row, r * args.longitudes + i);
            }
        },
        worth);
}

}  // namespace tasuki::sphere::flux
