// Outside of Tasuki's tree: D on a constant spinor in the free field, periodic
// in all directions, is (1 - 8 kappa) times it, at every site.
#include <cmath>
#include <cstdio>
#include <tasuki/graphs/wilson/norm2.hpp>
#include <tasuki/graphs/wilson/operator.hpp>
#include <tasuki/runtime/core/context.hpp>

using namespace tasuki;
using graphs::wilson::BlockField, graphs::wilson::Placement;

int main() {
    const double kappa = 0.1, eigenvalue = 1 - 8 * kappa;
    const lattice::Extents lattice{{4, 4, 6, 8}};
    lattice::SpinorField source{lattice};
    for (auto& site : source.sites)
        for (int k = 0; k < 12; ++k) site[k] = {1.0 + k, 0.5 * k};

    runtime::Context context{{.cpus = 1, .gpus = 0}};
    const graphs::wilson::Decomposition blocks{lattice, {{1, 1, 1, 2}}};
    BlockField<double> in{context, blocks};
    BlockField<double> out{context, blocks};
    in.write(source);
    graphs::wilson::WilsonOperator<double, 18> d{
        context,
        blocks,
        lattice::cold_start(lattice),
        {.kappa = kappa, .bc_t = 1, .placement = Placement::Name::cpu}};
    d.submit_apply(in, out);
    const graphs::wilson::PendingNorm2 norm2{context, out,
                                             Placement::Name::cpu};

    int wrong = 0;  // components up to 13, about 50 terms in each
    const auto result = out.read();
    for (std::size_t n = 0; n < source.sites.size(); ++n)
        for (int k = 0; k < 12; ++k) {
            const auto expected = eigenvalue * source.sites[n][k];
            if (!(std::abs(result.sites[n][k] - expected) < 1e-13)) ++wrong;
        }
    const double expected = eigenvalue * eigenvalue * lattice::norm2(source);
    const double off = std::fabs(norm2.value() / expected - 1);
    std::printf("%d wrong components, norm off by %.1e\n", wrong, off);
    return wrong == 0 && off < 1e-13 ? 0 : 1;
}
