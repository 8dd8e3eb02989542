#include "codelets/wilson/hot_links/hot_links.hpp"
#include "codelets/wilson/link_record.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::wilson::hot_links {

template <class T, int kLinkReals>
void run_cpu(const Args& args, runtime::Write<T> u) noexcept {
    constexpr std::size_t kGrain = 64;  // links; cuts between tiles
    runtime::parallel_ranges(
        u.size() / kLinkReals, kGrain,
        [args, u](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k)
                put_rows<T, kLinkReals>(
                    lattice::hot_link(args.seed,
                                      number_of(args, link_at(args, k))),
                    u + k / kTile * LinkRecord<T, kLinkReals>::kTileReals,
                    static_cast<int>(k % kTile));
        });
}

#define TASUKI_INSTANTIATE(T, kLinkReals)             \
    template void run_cpu<T, kLinkReals>(const Args&, \
                                         runtime::Write<T>) noexcept;
TASUKI_FOR_HOT_LINKS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::wilson::hot_links
