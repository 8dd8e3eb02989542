// gust on the CPU.
#include "codelets/sphere/gust/gust.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::sphere::gust {

void run_cpu(const Args& args, const Fields& fields) noexcept {
    const Body body{args, fields};
    const std::size_t worth = 8192 / args.longitudes + 1;
    runtime::parallel_ranges(
        std::size_t{2} * args.pairs, 1,
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin * kParts; i < end * kParts; ++i)
                body(static_cast<int>(i));
        },
        worth);
}

}  // namespace tasuki::sphere::gust
