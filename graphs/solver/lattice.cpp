#include "graphs/solver/lattice.hpp"

#include <complex>
#include <numeric>

namespace tasuki::graphs::solver {

double Lattice::total(std::vector<double> of_blocks) const {
    context_.ranks().sum(of_blocks);
    return std::accumulate(of_blocks.begin(), of_blocks.end(), 0.0);
}

double norm2(const Lattice& lattice, const lattice::SpinorField& psi) {
    const auto& d = lattice.decomposition();
    std::vector<double> sums(d.blocks());
    for (std::size_t n = 0; n < psi.sites.size(); ++n) {
        const int block = d.block_of(psi.region.site(n));
        if (!d.is_local(block)) continue;
        for (const lattice::Complex& c : psi.sites[n])
            sums[block] += std::norm(c);
    }
    return lattice.total(std::move(sums));
}

}  // namespace tasuki::graphs::solver
