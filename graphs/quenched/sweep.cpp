#include "graphs/quenched/sweep.hpp"

#include <fmt/format.h>

#include <cmath>

#include "codelets/quenched/heatbath/heatbath.hpp"
#include "codelets/quenched/overrelaxation/overrelaxation.hpp"
#include "codelets/quenched/reunitarization/reunitarization.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::graphs {

namespace {

using lattice::kDimensions;
using quenched::Parity;

/// Calls call(kernel) with an object of the type that updates a slab of so
/// many.
template <template <class...> class Kernel, class Call>
void with_kernel(int slabs, const Call& call) {
    using quenched::NeighbourSlab;
    if (slabs == 1)
        call(Kernel<>{});
    else if (slabs == 2)
        call(Kernel<NeighbourSlab>{});
    else
        call(Kernel<NeighbourSlab, NeighbourSlab>{});
}

template <template <class...> class Kernel, class Args>
void submit_slab(runtime::Context& context, const Args& args,
                 const runtime::SubmitOptions& options, SlabbedGaugeField& u,
                 int k) {
    with_kernel<Kernel>(u.slabs(), [&]<class K>(K) {
        if constexpr (K::neighbours == 0)
            runtime::submit<K>(context, args, options, u[k]);
        else if constexpr (K::neighbours == 1)
            runtime::submit<K>(context, args, options, u[k], u.below(k));
        else
            runtime::submit<K>(context, args, options, u[k], u.below(k),
                               u.above(k));
    });
}

/// Calls submit_task(k, mu, parity) for every direction, parity and slab, in
/// the order of the header.
template <class SubmitTask>
void for_each_step(const SlabbedGaugeField& u, const SubmitTask& submit_task) {
    for (int mu = 0; mu < kDimensions; ++mu)
        for (const Parity parity : {Parity::even, Parity::odd})
            for (const int colour : {0, 1})
                for (int k = colour; k < u.slabs(); k += 2)
                    submit_task(k, mu, parity);
}

/// A step updates half the links of one direction.
runtime::SubmitOptions options(const SlabbedGaugeField& u, runtime::Where where,
                               int k, int mu, Parity parity,
                               double flops_per_link) {
    return {.where = where,
            .flops = flops_per_link * static_cast<double>(u[0].size()) /
                     (2 * kDimensions),
            .label = {k, quenched_step(mu, parity == Parity::odd)}};
}

void submit_heatbath(runtime::Context& context, SlabbedGaugeField& u,
                     const QuenchedSweep& sweep) {
    namespace kernel = quenched::heatbath;
    for_each_step(u, [&](int k, int mu, Parity parity) {
        const kernel::Args args{u.place(k), mu,         parity,
                                sweep.beta, sweep.seed, sweep.number};
        submit_slab<kernel::Kernel>(
            context, args,
            options(u, sweep.where, k, mu, parity, kernel::kFlopsPerLink), u,
            k);
    });
}

void submit_overrelaxation(runtime::Context& context, SlabbedGaugeField& u,
                           const QuenchedSweep& sweep) {
    namespace kernel = quenched::overrelaxation;
    for_each_step(u, [&](int k, int mu, Parity parity) {
        const kernel::Args args{u.place(k), mu, parity};
        submit_slab<kernel::Kernel>(
            context, args,
            options(u, sweep.where, k, mu, parity, kernel::kFlopsPerLink), u,
            k);
    });
}

void submit_reunitarization(runtime::Context& context, SlabbedGaugeField& u,
                            const QuenchedSweep& sweep) {
    namespace kernel = quenched::reunitarization;
    const std::size_t links = u[0].size();
    for (int k = 0; k < u.slabs(); ++k)
        runtime::submit<kernel::Kernel>(
            context, {},
            {.where = sweep.where,
             .flops = kernel::kFlopsPerLink * static_cast<double>(links),
             .label = {k}},
            u[k]);
}

}  // namespace

std::uint32_t quenched_step(int mu, bool odd) {
    return 1 + static_cast<std::uint32_t>(2 * mu + (odd ? 1 : 0));
}

std::string name_quenched_step(std::uint32_t step) {
    if (step == 0) return {};
    return fmt::format("{} {}", "XYZT"[(step - 1) / 2],
                       step % 2 == 1 ? "even" : "odd");
}

void submit_quenched_sweep(runtime::Context& context, SlabbedGaugeField& u,
                           const QuenchedSweep& sweep) {
    check_checkerboard(u.extents());
    if (!std::isfinite(sweep.beta) || sweep.beta <= 0)
        throw runtime::UsageError(fmt::format(
            "beta: expected a positive number, found {}", sweep.beta));
    submit_heatbath(context, u, sweep);
    for (int k = 0; k < sweep.overrelaxation; ++k)
        submit_overrelaxation(context, u, sweep);
    submit_reunitarization(context, u, sweep);
}

QuenchedSweeps::QuenchedSweeps(runtime::Context& context, SlabbedGaugeField& u,
                               const QuenchedSweep& sweep)
    : slabs_{u.slabs()}, graph_{runtime::record(context, [&] {
          submit_quenched_sweep(context, u, sweep);
      })} {}

void QuenchedSweeps::submit(std::uint32_t number) {
    namespace kernel = quenched::heatbath;
    with_kernel<kernel::Kernel>(slabs_, [&]<class K>(K) {
        graph_.change<K>([number](kernel::Args& args) { args.sweep = number; });
    });
    graph_.run();
}

void check_checkerboard(const lattice::Extents& extents) {
    for (const int n : extents.n)
        if (n % 2 != 0)
            throw runtime::UsageError(fmt::format(
                "lattice {}: the heat bath updates even and odd sites in "
                "turn; expected even extents, found {}",
                lattice::to_string(extents), n));
}

}  // namespace tasuki::graphs
