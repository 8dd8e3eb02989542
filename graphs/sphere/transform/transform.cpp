#include "graphs/sphere/transform/transform.hpp"

#include <fmt/format.h>

#include "graphs/sphere/transform/sizes.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;
using runtime::Worker;

namespace {

/// @throws UnavailableError  see Transform
TransformOptions checked(const runtime::Context& context,
                         TransformOptions options) {
    sp::check_grid(options.grid, options.truncation);
    check_share(context, options.share);
    if (options.worker && context.ranks().several())
        throw runtime::UsageError(
            "a transform on one worker: expected 1 rank, found " +
            std::to_string(context.ranks().size()));
    if (options.analysis_share) {
        check_share(context, *options.analysis_share);
        if (options.share.is_measured() || context.ranks().several() ||
            options.analysis_share->is_measured())
            throw runtime::UsageError(
                "a share for each direction: both fixed, and of 1 rank");
    }
    if (options.cpu_only_ffts) {
        if (options.share.is_measured() ||
            !options.share.uses(Worker::Kind::gpu))
            throw runtime::UsageError(fmt::format(
                "CPUs that compute only FFTs need GPUs beside them and a fixed "
                "share of the latitudes: expected split:F, found {}",
                options.share.to_string()));
        if (context.ranks().several())
            throw runtime::UsageError(
                "CPUs compute only FFTs for GPUs of the same rank: expected 1 "
                "rank, found " +
                std::to_string(context.ranks().size()));
    }
    if (!sp::fourier::kOnGpu && context.count(Worker::Kind::gpu) > 0 &&
        options.share.uses(Worker::Kind::gpu)) {
        if (options.share.needs_gpu())
            throw runtime::UnavailableError(
                "spherical harmonics on GPUs need hipFFT, and this build has "
                "none (placements without it: cpu, dynamic)");
        options.share = Share::Name::cpu;
    }
    return options;
}

}  // namespace

Transform::Transform(runtime::Context& context, const TransformOptions& options)
    : context_{context},
      options_{checked(context, options)},
      orders_{options.truncation, context.ranks().rank(),
              context.ranks().size()},
      nodes_{sp::nodes_of(options.grid.kind, options.grid.latitudes)},
      order_{context, at_least_one(orders_.size())},
      lead_{context, at_least_one(orders_.size())},
      step_{context, at_least_one(orders_.terms())},
      conversion_{context, at_least_one(orders_.terms())} {
    order_.assign(orders_.list());
    const sp::Recurrences recurrences = sp::recurrences_of(orders_);
    lead_.assign(recurrences.lead);
    step_.assign(recurrences.step);
    conversion_.assign(recurrences.conversion);
    if (several())
        for (int rank = 0; rank < context.ranks().size(); ++rank) {
            const sp::Orders orders{options.truncation, rank,
                                    context.ranks().size()};
            order_of_rank_.emplace_back(context, at_least_one(orders.size()));
            order_of_rank_.back().assign(orders.list());
            orders_of_rank_.push_back(orders.size());
        }
    if (options_.worker) {
        cut({Speed{0, *options_.worker, kind_of(*options_.worker), 1}});
        return;
    }
    if (options_.share.is_measured()) {
        measure();
        return;
    }
    const Spread spread{speeds_of_share(context, options_.share.cpu_fraction()),
                        options_.cpu_only_ffts};
    cut(spread, options_.analysis_share
                    ? Spread{speeds_of_share(
                          context_, options_.analysis_share->cpu_fraction())}
                    : spread);
}

double Transform::nominal_flops() const {
    const double m = options_.truncation.orders + 1;
    return options_.grid.latitudes * m * m;
}

}  // namespace tasuki::graphs::sphere
