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

wilson::Geometry cut_in(const lattice::Extents& extents, int mu) {
    bool cut[4] = {};
    cut[mu] = true;
    return wilson::make_geometry(extents, cut);
}

wilson::FaceList forward_face(int mu) {
    wilson::FaceList face;
    face.add(mu, Hop::forward);
    return face;
}

/// The kernels of the forward face in direction mu of a lattice that is cut
/// there.
template <class T, int kLinkReals>
class FaceBench {
  public:
    FaceBench(runtime::Context& context, const runtime::Worker& worker,
              const KernelData& data, const KernelBenchOptions& options, int mu)
        : data_{data},
          options_{options},
          mu_{mu},
          g_{cut_in(data.psi.extents, mu)},
          face_{forward_face(mu)},
          sites_{static_cast<std::size_t>(wilson::face_sites(g_, mu))},
          psi_{context, wilson::spinor_reals<T>(g_)},
          out_{context, psi_.size()},
          half_{context, sites_ * wilson::kHalfSpinorReals},
          product_{context, half_.size()},
          links_{context, sites_ * kLinkReals},
          timer_{context, worker, options.repetitions} {
        wilson::import_spinor(data.psi, {0, 0, 0, 0}, g_, psi_.write().span());
        out_.assign(std::vector<T>(out_.size(), T{0}));
        wilson::import_face_links<T, kLinkReals>(data.u, {0, 0, 0, 0}, g_, mu,
                                                 links_.write().span());
        packed_.add(half_);
        multiplied_.add(product_, half_, links_);
        merged_.add(product_);
    }

    void add_rows(std::vector<KernelRow>& rows) {
        error_ = error_of_all();
        const auto pack = [&] {
            return timer_.template time<wilson::pack::Kernel<T>>(pack_, psi_,
                                                                 packed_);
        };
        const auto matvec = [&] {
            return timer_.template time<wilson::matvec::Kernel<T, kLinkReals>>(
                matvec_, multiplied_);
        };
        const auto merge = [&] {
            return timer_.template time<wilson::merge::Kernel<T>>(merge_, out_,
                                                                  merged_);
        };
        // In T two of four spins take part.
        const bool t = mu_ == wilson::kT;
        // pack and merge read no links: once is enough.
        if (kLinkReals == 18) {
            add(rows, "pack", 0, wilson::pack::reals_per_site(mu_), t ? 0 : 12,
                pack);
            add(rows, "merge", 0, wilson::merge::reals_per_site(mu_),
                t ? 24 : 48, merge);
        }
        if (t) add(rows, "matvec", kLinkReals, kLinkReals + 24, 132, matvec);
    }

  private:
    double error_of_all() {
        timer_.template once<wilson::pack::Kernel<T>>(pack_, psi_, packed_);
        timer_.template once<wilson::matvec::Kernel<T, kLinkReals>>(
            matvec_, multiplied_);
        timer_.template once<wilson::merge::Kernel<T>>(merge_, out_, merged_);
        lattice::SpinorField found{data_.psi.extents};
        const auto host = out_.read();
        wilson::export_spinor(std::span<const T>{host.span()}, g_, {0, 0, 0, 0},
                              found);
        return relative_error(data_, mu_, found);
    }

    /// @param reals  read and written of a site
    template <class Time>
    void add(std::vector<KernelRow>& rows, const char* kernel,
             int reals_of_link, double reals, double flops,
             const Time& time_kernel) const {
        if (!options_.wants(kernel)) return;
        constexpr double bound = std::is_same_v<T, double> ? 1e-14 : 1e-6;
        KernelRow row{std::string{kernel} + (mu_ == wilson::kT ? " t" : " x"),
                      wilson::number_name<T>(),
                      reals_of_link,
                      static_cast<double>(sites_),
                      reals * sizeof(T),
                      flops,
                      error_,
                      bound,
                      {}};
        check_row(row);
        row.seconds = time_kernel();
        rows.push_back(row);
    }

    const KernelData& data_;
    const KernelBenchOptions& options_;
    int mu_;
    wilson::Geometry g_;
    wilson::FaceList face_;
    std::size_t sites_;
    Array<T> psi_, out_, half_, product_, links_;
    runtime::List<runtime::Write<T>> packed_;
    runtime::List<wilson::matvec::Face<T>> multiplied_;
    runtime::List<runtime::Read<T>> merged_;
    BenchTimer timer_;
    wilson::pack::Args pack_{g_, face_};
    wilson::matvec::Args matvec_{g_, face_};
    wilson::merge::Args merge_{g_, face_, kKappa};
    double error_ = 0;
};

}  // namespace

template <class T, int kLinkReals>
void bench_faces(runtime::Context& context, const runtime::Worker& worker,
                 const KernelData& data, const KernelBenchOptions& options,
                 std::vector<KernelRow>& rows) {
    if (!options.wants("pack") && !options.wants("matvec") &&
        !options.wants("merge"))
        return;
    for (const int mu : {wilson::kT, wilson::kX})
        FaceBench<T, kLinkReals>{context, worker, data, options, mu}.add_rows(
            rows);
}

#define TASUKI_INSTANTIATE(T, kLinkReals)                             \
    template void bench_faces<T, kLinkReals>(                         \
        runtime::Context&, const runtime::Worker&, const KernelData&, \
        const KernelBenchOptions&, std::vector<KernelRow>&);
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::drivers
