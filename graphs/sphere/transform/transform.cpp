#include "graphs/sphere/transform/transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "codelets/sphere/analysis/analysis.hpp"
#include "codelets/sphere/collection/collection.hpp"
#include "codelets/sphere/expansion/expansion.hpp"
#include "codelets/sphere/transposition/transposition.hpp"
#include "graphs/sphere/transform/sizes.hpp"
#include "runtime/error.hpp"
#include "runtime/message.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;
using runtime::Access;
using runtime::Worker;

namespace {

/// A tag of its own for each part, direction and pair of ranks.
runtime::MessageTag tag_of(std::size_t part, bool to_rows) {
    return static_cast<runtime::MessageTag>(2 * part + (to_rows ? 1 : 0));
}

/// @throws UnavailableError  see Transform
TransformOptions checked(const runtime::Context& context,
                         TransformOptions options) {
    sp::check_grid(options.grid, options.truncation);
    check_share(context, options.share);
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
    if (!sp::fourier::on_gpu() && context.count(Worker::Kind::gpu) > 0 &&
        options.share.uses(Worker::Kind::gpu)) {
        if (options.share.needs_gpu())
            throw runtime::UnavailableError(
                "spherical harmonics on GPUs need hipFFT, and this build has "
                "none (placements without it: cpu, dynamic)");
        options.share = Share::Name::cpu;
    }
    return options;
}

/// The second half of what is done for a block: else the first halves of all
/// others, which were ready before, would come first, and its transfer or
/// theirs would have nothing to hide behind.
runtime::SubmitOptions before_others(runtime::SubmitOptions options) {
    options.priority = 1;
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

Transform::Workspace& Transform::workspace(int fields) {
    // In turns, so that a transform need not wait for the one before.
    const int turn = turn_ = options_.to_host ? 0 : 1 - turn_;
    const auto found = workspaces_.find({fields, turn});
    if (found != workspaces_.end()) return found->second;
    Workspace& made = workspaces_[{fields, turn}];
    made.fields = fields;
    const auto k = static_cast<std::size_t>(fields);
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        const Local& local = local_[b];
        series_of(made, local.synthesis.legendre, false);
        series_of(made, local.analysis.legendre, local.analysis.lends());
        const std::size_t rows = k * 2 * parts_[b].block.size();
        const bool same = local.synthesis.pitch == local.analysis.pitch;
        made.fourier.emplace_back(
            context_, is_local(b) ? rows * local.synthesis.pitch : 1);
        made.fourier_back.emplace_back(
            context_, same || !is_local(b) ? 1 : rows * local.analysis.pitch);
        made.exchanged.emplace_back();
        if (!several()) continue;
        for (int rank = 0; rank < context_.ranks().size(); ++rank) {
            const bool needed = is_local(b) || rank == context_.ranks().rank();
            made.exchanged.back().emplace_back(
                context_,
                needed ? at_least_one(rows * orders_of_rank_[std::size_t(rank)])
                       : 1);
        }
    }
    series_of(made, main_worker_, false);
    return made;
}

Transform::Series& Transform::series_of(Workspace& workspace, int worker,
                                        bool lent) {
    for (Series& s : workspace.of_worker)
        if (s.worker == worker && s.lent == lent) return s;
    const auto fields = static_cast<std::size_t>(workspace.fields);
    bool synthesizes = false;
    std::size_t synthesized = 0, analyzed = 0;
    for (const Local& local : local_) {
        if (local.synthesis.legendre == worker && !lent) {
            synthesizes = true;
            synthesized = std::max(synthesized, local.orders);
        }
        if (local.analysis.legendre == worker && local.analysis.lends() == lent)
            analyzed = std::max(analyzed, local.orders);
    }
    const std::size_t terms = analyzed == orders_.size()
                                  ? orders_.terms()
                                  : orders_.list()[analyzed].series;
    workspace.of_worker.push_back(
        {worker,
         lent,
         {context_, at_least_one(lent ? 0 : fields * orders_.terms())},
         {context_, at_least_one(fields * terms)},
         synthesizes,
         synthesized,
         analyzed,
         terms});
    return workspace.of_worker.back();
}

Worker::Kind Transform::kind_of(int worker) const {
    const auto& workers = context_.workers();
    return std::find_if(workers.begin(), workers.end(),
                        [&](const Worker& w) { return w.id == worker; })
        ->kind;
}

runtime::SubmitOptions Transform::on(int worker, std::size_t b) const {
    runtime::SubmitOptions options{.worker = worker};
    options.label = {static_cast<int>(b), 0};
    return options;
}

const runtime::Array<sp::Complex>& Transform::fourier_of(
    const Workspace& workspace, std::size_t b, Direction direction) const {
    const Local& local = local_[b];
    return direction == Direction::synthesis ||
                   local.synthesis.pitch == local.analysis.pitch
               ? workspace.fourier[b]
               : workspace.fourier_back[b];
}

sp::synthesis::Args Transform::legendre_args(std::size_t b, int fields,
                                             sp::Rows rows,
                                             Direction direction) const {
    const sp::LatitudeBlock& latitudes = parts_[b].latitudes;
    return {u32(std::size_t(fields)),
            u32(local_[b].orders),
            u32(orders_.terms()),
            u32(std::size_t(latitudes.pairs)),
            u32(std::size_t(latitudes.groups)),
            several() ? u32(orders_.size()) : local_[b].role(direction).pitch,
            rows};
}

sp::fourier::Args Transform::fourier_args(std::size_t b, int fields,
                                          Direction direction) const {
    return {u32(std::size_t(fields) * 2 * parts_[b].block.size()),
            // Of a block that this rank computes alone, those that are zero.
            several() ? u32(std::size_t(options_.truncation.orders) + 1)
                      : u32(local_[b].orders),
            local_[b].role(direction).pitch,
            u32(std::size_t(options_.grid.longitudes))};
}

sp::expansion::Args Transform::expansion_args(const Series& series,
                                              int fields) const {
    return {u32(std::size_t(fields)), u32(series.synthesized),
            u32(orders_.terms()), u32(orders_.coefficients()),
            options_.truncation.degrees};
}

sp::collection::Args Transform::collection_args(int fields) const {
    return {u32(std::size_t(fields)),
            u32(orders_.size()),
            u32(orders_.coefficients()),
            options_.truncation.degrees,
            {}};
}

double Transform::flops_of(std::size_t b, int fields) const {
    return fields * nominal_flops() *
           static_cast<double>(parts_[b].block.size()) /
           sp::pairs_of(options_.grid);
}

void Transform::submit_synthesis(const Spectra& from, const Fields& to,
                                 sp::Rows rows) {
    const int fields = from.count;
    Workspace& w = workspace(fields);
    if (is_whole(fields)) {
        submit_whole_synthesis(w, from, to, rows);
        return;
    }
    const int rank = context_.ranks().rank();
    for (const Series& s : w.of_worker)
        if (s.synthesizes)
            runtime::submit(sp::expansion::codelet(), expansion_args(s, fields),
                            on(s.worker, 0), s.series, order_, conversion_,
                            from.coefficients);
    const auto synthesize = [&](std::size_t b,
                                const runtime::Array<sp::Complex>& out) {
        const int worker = local_[b].synthesis.legendre;
        runtime::SubmitOptions options = on(worker, b);
        options.flops = flops_of(b, fields);
        runtime::submit(sp::synthesis::codelet(),
                        legendre_args(b, fields, rows, Direction::synthesis),
                        options, out, order_, step_,
                        series_of(w, worker, false).series, local_[b].start,
                        local_[b].pair);
    };
    // What others wait for first.
    for (std::size_t b = 0; several() && b < parts_.size(); ++b) {
        const auto& exchanged = w.exchanged[b];
        synthesize(b, exchanged[std::size_t(rank)]);
        if (!is_local(b))
            runtime::submit_send(exchanged[std::size_t(rank)],
                                 parts_[b].block.rank, tag_of(b, true), 0);
    }
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        if (!is_local(b)) continue;
        auto args = fourier_args(b, fields, Direction::synthesis);
        const int worker = local_[b].synthesis.fourier;
        args.to_gpu = local_[b].analysis.fourier_kind == Worker::Kind::gpu;
        if (!several()) {
            synthesize(b, w.fourier[b]);
        } else {
            for (int r = 0; r < context_.ranks().size(); ++r) {
                const auto& part = w.exchanged[b][std::size_t(r)];
                if (r != rank)
                    runtime::submit_receive(part, r, tag_of(b, true), 0);
                runtime::submit(
                    r == 0 ? sp::transposition::join<true>()
                           : sp::transposition::join<false>(),
                    sp::transposition::Args{
                        args.rows, u32(orders_of_rank_[std::size_t(r)]),
                        args.pitch},
                    on(worker, b), w.fourier[b], part,
                    order_of_rank_[std::size_t(r)]);
            }
        }
        runtime::submit(sp::fourier::to_grid(), args,
                        before_others(on(worker, b)), to.block[b],
                        w.fourier[b]);
        if (options_.to_host) to.block[b].send_to_host();
    }
}

/// From the equator to the poles: what is first of a worker has most orders,
/// and the others are added to them.
std::vector<std::size_t> Transform::sequence_of_analysis() const {
    std::vector<std::size_t> sequence(parts_.size());
    std::iota(sequence.begin(), sequence.end(), 0);
    if (!several()) std::reverse(sequence.begin(), sequence.end());
    // Own latitudes first: they need not be waited for.
    std::stable_partition(sequence.begin(), sequence.end(),
                          [&](std::size_t b) { return is_local(b); });
    return sequence;
}

void Transform::submit_analysis(const Fields& from, const Spectra& to,
                                sp::Rows rows) {
    const int fields = to.count;
    Workspace& w = workspace(fields);
    if (is_whole(fields)) {
        submit_whole_analysis(w, from, to, rows);
        return;
    }
    const int rank = context_.ranks().rank();
    const std::vector<std::size_t> sequence = sequence_of_analysis();
    // All at once: StarPU by itself looks no further than the next task.
    for (const std::size_t b : sequence)
        if (options_.to_host && is_local(b))
            from.block[b].send_to(local_[b].analysis.fourier);
    for (const std::size_t b : sequence) {
        if (!is_local(b)) continue;
        const Role& role = local_[b].analysis;
        auto args = fourier_args(b, fields, Direction::analysis);
        args.to_gpu = role.lends();
        const auto& fourier = fourier_of(w, b, Direction::analysis);
        runtime::submit(sp::fourier::from_grid(), args, on(role.fourier, b),
                        fourier, from.block[b]);
        if (role.lends()) fourier.send_to(role.legendre);
        if (!several()) continue;
        for (int r = 0; r < context_.ranks().size(); ++r) {
            const auto& part = w.exchanged[b][std::size_t(r)];
            runtime::submit(sp::transposition::split(),
                            sp::transposition::Args{
                                args.rows, u32(orders_of_rank_[std::size_t(r)]),
                                args.pitch},
                            on(role.fourier, b), part, fourier,
                            order_of_rank_[std::size_t(r)]);
            if (r != rank) runtime::submit_send(part, r, tag_of(b, false), 0);
        }
    }
    std::vector<const Series*> begun;
    runtime::ArrayList sums;
    const bool to_gpu = kind_of(main_worker_) == Worker::Kind::gpu;
    sp::collection::Args collection = collection_args(fields);
    for (const std::size_t b : sequence) {
        if (!is_local(b))
            runtime::submit_receive(w.exchanged[b][std::size_t(rank)],
                                    parts_[b].block.rank, tag_of(b, false), 0);
        const int worker = local_[b].analysis.legendre;
        Series& s = series_of(w, worker, local_[b].analysis.lends());
        const bool add =
            std::find(begun.begin(), begun.end(), &s) != begun.end();
        if (!add) {
            begun.push_back(&s);
            collection.terms[begun.size() - 1] = u32(s.terms);
            sums.add(s.sums);
            s.written = true;
        }
        // What is lent comes over the link behind all fields: before others it
        // would let those wait that are there.
        runtime::SubmitOptions options = local_[b].analysis.lends()
                                             ? on(worker, b)
                                             : before_others(on(worker, b));
        options.flops = flops_of(b, fields);
        sp::synthesis::Args args =
            legendre_args(b, fields, rows, Direction::analysis);
        args.terms = u32(s.terms);
        args.to_gpu = to_gpu && kind_of(worker) == Worker::Kind::cpu;
        runtime::submit(add ? sp::analysis::codelet<true>()
                            : sp::analysis::codelet<false>(),
                        args, options, s.sums, order_, step_,
                        several() ? w.exchanged[b][std::size_t(rank)]
                                  : fourier_of(w, b, Direction::analysis),
                        local_[b].start, local_[b].pair);
    }
    for (const Series* s : begun)
        if (s->worker != main_worker_) s->sums.send_to(main_worker_);
    runtime::submit(sp::collection::codelet(), collection, on(main_worker_, 0),
                    to.coefficients, order_, conversion_, sums);
    if (options_.to_host) to.coefficients.send_to_host();
}

double Transform::nominal_flops() const {
    const double m = options_.truncation.orders + 1;
    return options_.grid.latitudes * m * m;
}

}  // namespace tasuki::graphs::sphere
