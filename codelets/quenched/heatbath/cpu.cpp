#include "codelets/quenched/heatbath/heatbath.hpp"
#include "codelets/quenched/heatbath/site.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::quenched::heatbath {

void run_cpu(const Args& args, const SlabLinks& u) noexcept {
    using lattice::kDimensions;
    const auto update = [&](std::size_t site, const lattice::Coordinates& x) {
        const std::size_t link = site * kDimensions + args.mu;
        lattice::RandomStream random{
            args.seed, lattice::Purpose::heatbath,
            args.place.first_site() * kDimensions + link, args.sweep};
        u.own[link] = heated(u.own[link], staple_adjoint(u, x, args.mu),
                             args.beta, random);
    };
    const auto& extents = args.place.extents;
    runtime::parallel_ranges(extents.volume() / 2, extents[0] / 2,
                             [&](std::size_t begin, std::size_t end) {
                                 for_each_of_parity(args.place, args.parity,
                                                    begin, end, update);
                             });
}

}  // namespace tasuki::quenched::heatbath
