// Shared by the tests of the Wilson-Dirac graphs.
#pragma once

#include <algorithm>
#include <cmath>

#include "codelets/lattice/largest.hpp"
#include "graphs/wilson/operator.hpp"
#include "runtime/mpi/ranks.hpp"
#include "tests/all_forms.hpp"

namespace tasuki::tests {

inline constexpr double kKappa = 0.124;

/// One StarPU for all tests of an executable: it starts slowly.
inline runtime::Context& context() {
    static runtime::Context instance{{.ranks = &runtime::mpi_ranks()}};
    return instance;
}

/// `times` applications of D to psi over a grid of blocks.
template <class T, int kLinkReals>
lattice::SpinorField apply(const lattice::GaugeField& u,
                           const lattice::SpinorField& psi,
                           const lattice::Extents& grid,
                           const graphs::wilson::OperatorOptions& options,
                           int times = 1) {
    using graphs::wilson::BlockField, graphs::wilson::Decomposition;
    const Decomposition decomposition{psi.extents, grid};
    graphs::wilson::WilsonOperator<T, kLinkReals> d{context(), decomposition, u,
                                                    options};
    BlockField<T> in{context(), decomposition}, out{context(), decomposition};
    in.write(psi);
    for (int k = 0; k < times; ++k) {
        d.submit_apply(in, out);
        std::swap(in, out);
    }
    return in.read();
}

inline double largest_difference(const lattice::SpinorField& a,
                                 const lattice::SpinorField& b) {
    lattice::Largest worst;
    for (std::size_t n = 0; n < a.sites.size(); ++n)
        for (int k = 0; k < 12; ++k)
            worst.add(std::abs(a.sites[n][k] - b.sites[n][k]));
    return worst.value();
}

}  // namespace tasuki::tests
