#include "drivers/wilson/bench/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codelets/lattice/relative_error.hpp"
#include "codelets/wilson/hopping/hopping.hpp"
#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/reference.hpp"
#include "codelets/wilson/transfer.hpp"
#include "codelets/wilson/variants.hpp"
#include "drivers/common/progress.hpp"
#include "drivers/wilson/bench/timer.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Access, runtime::Array;
using wilson::Fixed16, wilson::Geometry;

/// Rounding of about 50 terms; of half precision see its test.
template <class T, int kLinkReals>
constexpr double kBound = std::is_same_v<T, double>  ? 1e-14
                          : std::is_same_v<T, float> ? 1e-6
                          : kLinkReals == 8          ? 5e-4
                                                     : 2e-4;

bool contains(const auto& list, const auto& value) {
    return std::count(list.begin(), list.end(), value) > 0;
}

/// What (out)(n) should be at one site: a psi + b H psi.
struct Expected {
    const KernelData& data;
    double a, b;

    lattice::SpinorSite operator()(const lattice::Coordinates& at) const {
        // D = 1 - kappa H with kappa = -1.
        auto site =
            wilson::reference::wilson_at(data.u, data.psi, {-1, kBcT}, at);
        const auto& psi = data.psi.sites[data.psi.extents.index(at)];
        for (int k = 0; k < 12; ++k)
            site[k] = a * psi[k] + b * (site[k] - psi[k]);
        return site;
    }
};

/// Largest error over largest component, on sites spread over the lattice.
/// @param parity  0 or 1, or 2 for both
double relative_error(const lattice::SpinorField& found,
                      const Expected& expected, int parity) {
    constexpr std::size_t most = 4096;
    const auto& extents = found.extents;
    const std::size_t stride =
        std::max<std::size_t>(1, extents.volume() / most) | 1;
    lattice::RelativeError error;
    for (std::size_t n = 0; n < extents.volume(); n += stride) {
        const auto at = extents.coordinates(n);
        if (parity < 2 && ((at[0] + at[1] + at[2] + at[3]) & 1) != parity)
            continue;
        error.add(found.sites[n], expected(at));
    }
    return error.value();
}

template <class T, int kLinkReals>
class Sweeps {
  public:
    Sweeps(runtime::Context& context, const runtime::Worker& worker,
           const KernelData& data, const KernelBenchOptions& options,
           std::vector<KernelRow>& rows)
        : context_{context},
          timer_{context, worker, options.repetitions},
          data_{data},
          options_{options},
          rows_{rows},
          geometry_{wilson::make_geometry(data.psi.extents, kUncut)},
          links_{context, wilson::link_reals(geometry_, kLinkReals)} {
        wilson::import_links<T, kLinkReals>(data.u, {0, 0, 0, 0}, geometry_,
                                            links_.write().span());
    }

    void run() {
        if (options_.wants("interior")) interior();
        if (options_.wants("hopping")) hopping("hopping", 0, 1);
        if (options_.wants("hopping+x"))
            hopping("hopping+x", 1, -kKappa * kKappa);
    }

  private:
    static constexpr bool kUncut[4] = {};

    std::size_t reals() const { return wilson::spinor_reals<T>(geometry_); }
    std::vector<T> source() const {
        std::vector<T> tiles(reals());
        wilson::import_spinor(data_.psi, {0, 0, 0, 0}, geometry_,
                              std::span<T>{tiles});
        return tiles;
    }
    KernelRow row(const char* kernel, double sites, double bytes) const {
        return {kernel,     wilson::number_name<T>(),
                kLinkReals, sites,
                bytes,      wilson::interior::kCommunityFlopsPerSite,
                0,          kBound<T, kLinkReals>,
                {}};
    }
    void verify(KernelRow& row, std::span<const T> tiles,
                const Expected& expected, int parity) const {
        lattice::SpinorField found{data_.psi.extents};
        wilson::export_spinor(tiles, geometry_, {0, 0, 0, 0}, found);
        row.error = relative_error(found, expected, parity);
        check_row(row);
    }

    void interior() {
        using namespace wilson::interior;
        Array<T> psi{context_, reals()}, out{context_, reals()};
        psi.assign(source());
        auto r =
            row("interior", static_cast<double>(data_.psi.extents.volume()),
                bytes_per_site<T>(kLinkReals));
        const Args args{geometry_, kKappa, kBcT};
        timer_.template tune<TuneKernel<T, kLinkReals>>(args, out, psi, links_);
        timer_.template once<Kernel<T, kLinkReals>>(args, out, psi, links_);
        verify(r, out.read().span(), {data_, 1, -kKappa}, 2);
        r.seconds =
            timer_.template time<Kernel<T, kLinkReals>>(args, out, psi, links_);
        rows_.push_back(r);
    }

    void hopping(const char* name, double a, double b) {
        using namespace wilson::hopping;
        const std::size_t half = reals() / 2;
        Array<T> in{context_, half}, x{context_, half}, out{context_, half};
        const auto tiles = source();
        // The even sites from the odd ones.
        x.assign({tiles.data(), half});
        in.assign({tiles.data() + half, half});
        auto r = row(name, static_cast<double>(data_.psi.extents.volume()) / 2,
                     bytes_per_site<T>(kLinkReals, a != 0));
        const Args args{geometry_, 0, false, kBcT, a, b};
        timer_.template tune<TuneKernel<T, kLinkReals>>(args, out, in, x,
                                                        links_);
        timer_.template once<Kernel<T, kLinkReals>>(args, out, in, x, links_);
        {
            std::vector<T> both(reals());
            const auto host = out.read();
            std::copy(host.span().begin(), host.span().end(), both.begin());
            verify(r, both, {data_, a, b}, 0);
        }
        r.seconds = timer_.template time<Kernel<T, kLinkReals>>(args, out, in,
                                                                x, links_);
        rows_.push_back(r);
    }

    runtime::Context& context_;
    BenchTimer timer_;
    const KernelData& data_;
    const KernelBenchOptions& options_;
    std::vector<KernelRow>& rows_;
    Geometry geometry_;
    Array<T> links_;
};

}  // namespace

double KernelRow::median_seconds() const {
    return runtime::median(seconds);
}

double KernelRow::gbs() const {
    return 1e-9 * bytes_per_site * sites / median_seconds();
}

double KernelRow::gflops() const {
    return 1e-9 * flops_per_site * sites / median_seconds();
}

bool KernelBenchOptions::wants(std::string_view kernel) const {
    return contains(kernels, kernel);
}

bool KernelBenchOptions::wants(std::string_view precision,
                               int reconstruct) const {
    return contains(precisions, precision) &&
           contains(reconstructs, reconstruct);
}

std::vector<std::string> kernel_names() {
    return {"interior", "hopping", "hopping+x", "pack", "matvec", "merge"};
}

KernelData kernel_data(const lattice::Region& region) {
    return {lattice::hot_start(region, 1), lattice::random_source(region, 2)};
}

void check_row(const KernelRow& row) {
    if (!(row.error <= row.bound))
        throw runtime::NumericsError(fmt::format(
            "{} in {} precision with {} reals per link differs from the "
            "reference by {:.2e} (relative); {:.0e} is expected at most",
            row.kernel, row.precision, row.reconstruct, row.error, row.bound));
}

std::vector<KernelRow> bench_kernels(runtime::Context& context,
                                     const runtime::Worker& worker,
                                     const KernelData& data,
                                     const KernelBenchOptions& options) {
    std::vector<KernelRow> rows;
    ProgressLine progress{
        "form", options.precisions.size() * options.reconstructs.size()};
    std::size_t done = 0;
#define TASUKI_BENCH(T, kLinkReals)                                           \
    if (options.wants(wilson::number_name<T>(), kLinkReals)) {                \
        Sweeps<T, kLinkReals>{context, worker, data, options, rows}.run();    \
        if constexpr (!std::is_same_v<T, Fixed16>)                            \
            bench_faces<T, kLinkReals>(context, worker, data, options, rows); \
        progress.show(++done, worker.name);                                   \
    }
    TASUKI_FOR_STORED_FORMS(TASUKI_BENCH)
#undef TASUKI_BENCH
    return rows;
}

}  // namespace tasuki::drivers
