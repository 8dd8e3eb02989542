// The kernels of the faces of a block: pack, matvec, merge.
#include <algorithm>

#include "codelets/lattice/relative_error.hpp"
#include "codelets/wilson/matvec/matvec.hpp"
#include "codelets/wilson/merge/merge.hpp"
#include "codelets/wilson/pack/pack.hpp"
#include "codelets/wilson/reference.hpp"
#include "codelets/wilson/transfer.hpp"
#include "codelets/wilson/variants.hpp"
#include "drivers/wilson/bench/kernels.hpp"
#include "drivers/wilson/bench/timer.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Access, runtime::Array;
using wilson::Hop;

/// -kappa (1 - g_mu) U_mu(n) psi(n + mu): the forward term of D.
lattice::SpinorSite forward_term(const KernelData& data, int mu,
                                 const lattice::Coordinates& n) {
    const auto& extents = data.psi.extents;
    auto next = n;
    next[mu] = (n[mu] + 1) % extents[mu];
    const auto& u = data.u.link(extents.index(n), mu);
    const auto& psi = data.psi.sites[extents.index(next)];
    const auto gamma = wilson::reference::gamma(mu);
    lattice::SpinorSite projected = psi, out{};
    for (int s = 0; s < 4; ++s)
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 3; ++c)
                projected[3 * s + c] -= gamma[s][r] * psi[3 * r + c];
    for (int s = 0; s < 4; ++s)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                out[3 * s + i] -= kKappa * u(i, j) * projected[3 * s + j];
    return out;
}

/// Largest error over largest component on the last layer in mu.
double relative_error(const KernelData& data, int mu,
                      const lattice::SpinorField& found) {
    constexpr std::size_t most = 4096;
    const auto& extents = data.psi.extents;
    const std::size_t stride =
        std::max<std::size_t>(1, extents.volume() / extents[mu] / most);
    lattice::RelativeError error;
    std::size_t in_layer = 0;
    for (std::size_t n = 0; n < extents.volume(); ++n) {
        const auto at = extents.coordinates(n);
        if (at[mu] + 1 != extents[mu] || in_layer++ % stride != 0) continue;
        error.add(found.sites[n], forward_term(data, mu, at));
    }
    return error.value();
}

}  // namespace

template <class T, int kLinkReals>
void bench_faces(runtime::Context& context, const runtime::Worker& worker,
                 const KernelData& data, const KernelBenchOptions& options,
                 std::vector<KernelRow>& rows) {
    if (!options.wants("pack") && !options.wants("matvec") &&
        !options.wants("merge"))
        return;
    constexpr double bound = std::is_same_v<T, double> ? 1e-14 : 1e-6;
    for (const int mu : {wilson::kT, wilson::kX}) {
        bool cut[4] = {};
        cut[mu] = true;
        const auto g = wilson::make_geometry(data.psi.extents, cut);
        const int sites = wilson::face_sites(g, mu);
        const auto face_reals =
            static_cast<std::size_t>(sites) * wilson::kHalfSpinorReals;
        const Array<T> psi{context, wilson::spinor_reals<T>(g)},
            out{context, psi.size()}, half{context, face_reals},
            product{context, face_reals},
            links{context, static_cast<std::size_t>(sites) * kLinkReals};
        wilson::import_spinor(data.psi, {0, 0, 0, 0}, g,
                              psi.acquire(Access::write).span());
        out.assign(std::vector<T>(out.size(), T{0}));
        wilson::import_face_links<T, kLinkReals>(
            data.u, {0, 0, 0, 0}, g, mu, links.acquire(Access::write).span());

        BenchTimer timer{context, worker, options.repetitions};
        wilson::FaceList face;
        face.add(mu, Hop::forward);
        const wilson::pack::Args pack{g, face};
        const wilson::matvec::Args matvec{g, face};
        const wilson::merge::Args merge{g, face, kKappa};
        timer.once(wilson::pack::codelet<T>(), pack, psi, half);
        timer.once(wilson::matvec::codelet<T, kLinkReals>(), matvec, product,
                   half, links);
        timer.once(wilson::merge::codelet<T>(), merge, out, product);
        lattice::SpinorField found{data.psi.extents};
        {
            const auto host = out.acquire(Access::read);
            wilson::export_spinor(std::span<const T>{host.span()}, g,
                                  {0, 0, 0, 0}, found);
        }
        const double error = relative_error(data, mu, found);

        // In T two of four spins take part.
        const bool t = mu == wilson::kT;
        const auto add = [&](const char* kernel, int reals_of_link,
                             double reals, double flops,
                             const auto& time_kernel) {
            if (!options.wants(kernel)) return;
            KernelRow row{std::string{kernel} + (t ? " t" : " x"),
                          wilson::number_name<T>(),
                          reals_of_link,
                          static_cast<double>(sites),
                          reals * sizeof(T),
                          flops,
                          error,
                          bound,
                          {}};
            check_row(row);
            row.seconds = time_kernel();
            rows.push_back(row);
        };
        // pack and merge read no links: once is enough.
        if (kLinkReals == 18) {
            add("pack", 0, t ? 24 : 36, t ? 0 : 12, [&] {
                return timer.time(wilson::pack::codelet<T>(), pack, psi, half);
            });
            add("merge", 0, t ? 36 : 60, t ? 24 : 48, [&] {
                return timer.time(wilson::merge::codelet<T>(), merge, out,
                                  product);
            });
        }
        if (t)
            add("matvec", kLinkReals, kLinkReals + 24, 132, [&] {
                return timer.time(wilson::matvec::codelet<T, kLinkReals>(),
                                  matvec, product, half, links);
            });
    }
}

#define TASUKI_INSTANTIATE(T, kLinkReals)                             \
    template void bench_faces<T, kLinkReals>(                         \
        runtime::Context&, const runtime::Worker&, const KernelData&, \
        const KernelBenchOptions&, std::vector<KernelRow>&);
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::drivers
