#include "codelets/quenched/overrelaxation/overrelaxation.hpp"
#include "codelets/quenched/overrelaxation/site.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::quenched::overrelaxation {

void run_cpu(const Args& args, const SlabLinks& u) noexcept {
    const auto update = [&](std::size_t site, const lattice::Coordinates& x) {
        auto& link = u.own[site * lattice::kDimensions + args.mu];
        link = reflected(link, staple_adjoint(u, x, args.mu));
    };
    const auto& extents = args.place.extents;
    runtime::parallel_ranges(extents.volume() / 2, extents[0] / 2,
                             [&](std::size_t begin, std::size_t end) {
                                 for_each_of_parity(args.place, args.parity,
                                                    begin, end, update);
                             });
}

}  // namespace tasuki::quenched::overrelaxation
