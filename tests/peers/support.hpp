// What the tests of the peers share: a problem, and its answers.
#pragma once

#include <numeric>
#include <vector>

#include "codelets/wilson/reference.hpp"
#include "tests/graphs/wilson_support.hpp"

namespace tasuki::tests {

inline constexpr int kBcT = -1;
// 48 products of numbers of size about 1, summed in another order.
template <class T>
inline constexpr double kTolerance = std::is_same_v<T, double> ? 1e-14 : 2e-6;

/// All extents differ; links and source are random.
struct Problem {
    lattice::Extents extents{{8, 12, 4, 16}};
    lattice::GaugeField u = lattice::hot_start(extents, 31);
    lattice::SpinorField psi = lattice::random_source(extents, 32);

    /// Relative error of D psi.
    double error(const lattice::SpinorField& d_psi) const {
        std::vector<std::size_t> sites(psi.sites.size());
        std::iota(sites.begin(), sites.end(), 0);
        return wilson::reference::relative_error(u, psi, d_psi, {kKappa, kBcT},
                                                 sites);
    }
};

/// Uncut, cut in one direction, and in several.
inline std::vector<lattice::Extents> grids() {
    return {{{1, 1, 1, 1}}, {{1, 1, 1, 2}}, {{2, 1, 1, 1}}, {{1, 3, 1, 4}},
            {{4, 1, 2, 1}}, {{2, 2, 2, 2}}, {{2, 3, 2, 4}}};
}

/// D^times psi by the peer whose operator and field these are.
template <class Operator, class Field, class Machine>
lattice::SpinorField apply_peer(Machine& machine, const Problem& problem,
                                const graphs::wilson::Decomposition& d,
                                const graphs::wilson::OperatorOptions& options,
                                int times) {
    Operator op{machine, d, problem.u, options};
    Field in{machine, d}, x{machine, d}, y{machine, d};
    in.write(problem.psi);
    const Field* from = &in;
    Field* to = &x;
    for (int k = 0; k < times; ++k) {
        op.submit_apply(*from, *to);
        from = to;
        to = to == &x ? &y : &x;
    }
    return from->read();
}

}  // namespace tasuki::tests
