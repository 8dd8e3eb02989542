#include "drivers/wilson/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "codelets/wilson/interior/interior.hpp"
#include "codelets/wilson/reference.hpp"
#include "drivers/wilson/applications.hpp"
#include "drivers/wilson/check.hpp"
#include "drivers/wilson/ranks.hpp"
#include "graphs/wilson/norm2.hpp"
#include "graphs/wilson/split.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/median.hpp"
#include "runtime/mpi/ranks.hpp"

namespace tasuki::drivers {

namespace {

using graphs::wilson::BlockField, graphs::wilson::Decomposition;
using graphs::wilson::PendingNorm2, graphs::wilson::Placement;
using runtime::Worker;

template <class T, int kLinkReals>
class Run : public Applications<T, kLinkReals> {
  public:
    Run(const WilsonOptions& options, Placement placement,
        runtime::Context& context, const Decomposition& decomposition,
        const lattice::GaugeField& u, const lattice::SpinorField& source)
        : Applications<T, kLinkReals>{options,       placement, context,
                                      decomposition, u,         source},
          u_{u},
          source_{source} {}

    /// D, D^2, ... of the source: norms, and the check of the first.
    void apply(WilsonResult& result) {
        d_.submit_apply(in_, x_);
        std::vector<PendingNorm2> norms;
        norms.emplace_back(context_, x_, placement_);
        const auto sites = sites_to_check(x_.decomposition());
        double checked[] = {static_cast<double>(sites.size())};
        context_.ranks().sum(checked);
        result.checked_sites = static_cast<std::size_t>(checked[0]);
        result.tolerance = kWilsonTolerance<T>;
        result.error =
            context_.ranks().largest(wilson::reference::relative_error(
                u_, source_, x_.read(), {options_.kappa, bc_t_}, sites));
        for (int k = 1; k < options_.apply; ++k) {
            d_.submit_apply(k % 2 == 1 ? x_ : y_, k % 2 == 1 ? y_ : x_);
            norms.emplace_back(context_, k % 2 == 1 ? y_ : x_, placement_);
        }
        for (const PendingNorm2& norm : norms)
            result.norm2.push_back(norm.value());
        verify(result);
    }

  private:
    using Base = Applications<T, kLinkReals>;
    using Base::d_, Base::in_, Base::x_, Base::y_;
    using Base::options_, Base::context_, Base::placement_, Base::bc_t_;

    void verify(const WilsonResult& result) const {
        for (std::size_t k = 0; k < result.norm2.size(); ++k)
            if (!std::isfinite(result.norm2[k]))
                throw runtime::NumericsError(fmt::format(
                    "|D^{} source|^2 is {}: out of range in {} precision",
                    k + 1, result.norm2[k], options_.precision));
        if (!(result.error <= result.tolerance))
            throw runtime::NumericsError(fmt::format(
                "D source differs from the reference by {:.2e} (relative, {} "
                "sites); rounding explains {:.0e}",
                result.error, result.checked_sites, result.tolerance));
    }

    const lattice::GaugeField& u_;
    const lattice::SpinorField& source_;
};

template <class T, int kLinkReals>
void compute(const WilsonOptions& options, runtime::Context& context,
             const Decomposition& decomposition, Placement placement,
             const lattice::GaugeField& u, const lattice::SpinorField& source,
             runtime::Recorder* recorder, WilsonResult& result) {
    if (!placement.is_measured())
        placement = Placement::split(
            graphs::wilson::measured_cpu_fraction<T, kLinkReals>(
                context, decomposition));
    result.placement = placement.to_string();
    result.bytes_per_site = wilson::interior::bytes_per_site<T>(kLinkReals);
    Run<T, kLinkReals> run{options,       placement, context,
                           decomposition, u,         source};
    run.apply(result);
    run.time(result);
    for (const double seconds : result.seconds)
        result.times.computing += seconds * result.iterations;
    if (recorder != nullptr) run.record(*recorder, result);
}

/// Whole sites: the faces that some placements leave to CPUs are not counted in
/// the bytes.
bool computes_on_cpus(Placement placement) {
    switch (placement.name()) {
        case Placement::Name::cpu:
        case Placement::Name::dynamic:
        case Placement::Name::split:
            return true;
        default:
            return false;
    }
}

}  // namespace

double roofline(const std::vector<WorkerBandwidth>& measured,
                Placement placement) {
    const double gpu = total_gbs(measured, Worker::Kind::gpu);
    if (placement.name() == Placement::Name::cpu)
        return total_gbs(measured, Worker::Kind::cpu);
    return computes_on_cpus(placement)
               ? gpu + total_gbs(measured, Worker::Kind::cpu)
               : gpu;
}

WilsonResult run_planned(const WilsonOptions&, const WilsonPlan& options,
                         runtime::Recorder* recorder) {
    const auto placement = Placement::parse(options.placement);
    const runtime::Ranks& ranks = runtime::mpi_ranks();
    const auto u = read_gauge_field(options, ranks);
    const auto source = make_source(options, u.region());
    const auto decomposition = make_decomposition(options, u.extents(), ranks);
    runtime::logger().info("lattice {}, blocks {}",
                           lattice::to_string(u.extents()),
                           lattice::to_string(decomposition.grid()));

    runtime::Context context{
        machine(options, placement.name() == Placement::Name::cpu, recorder)};
    WilsonResult result{};
    result.lattice = u.extents();
    result.blocks = decomposition.grid();
    result.ranks = decomposition.ranks().ranks;
    result.sites = static_cast<double>(u.extents().volume());
    result.workers = context.workers();
    result.policy = context.policy();
    const auto run = [&]<class T>(T) {
        const auto compute_with = options.reconstruct == 18   ? compute<T, 18>
                                  : options.reconstruct == 12 ? compute<T, 12>
                                                              : compute<T, 8>;
        compute_with(options, context, decomposition, placement, u, source,
                     recorder, result);
    };
    if (options.precision == "single")
        run(float{});
    else
        run(double{});
    context.ranks().barrier();  // ranks of one machine share its memory
    result.bandwidth = measure_bandwidth(context,
                                         result.bytes_per_site * result.sites *
                                             ranks.local_size() / ranks.size(),
                                         computes_on_cpus(placement));
    join_ranks(context.ranks(), result);
    result.times.worked = worked_in(context);
    result.roofline_gbs = roofline(result.bandwidth, placement);
    return result;
}

double WilsonResult::median_seconds() const {
    return runtime::median(seconds);
}

double WilsonResult::gflops(double flops_per_site) const {
    return 1e-9 * flops_per_site * sites / median_seconds();
}

double WilsonResult::achieved_gbs() const {
    return 1e-9 * bytes_per_site * sites / median_seconds();
}

double WilsonResult::roofline_percent() const {
    return 100 * achieved_gbs() / roofline_gbs;
}

}  // namespace tasuki::drivers
