#include "graphs/sphere/transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "codelets/sphere/analysis/analysis.hpp"
#include "codelets/sphere/collection/collection.hpp"
#include "codelets/sphere/expansion/expansion.hpp"
#include "codelets/sphere/fourier/fourier.hpp"
#include "codelets/sphere/transposition/transposition.hpp"
#include "runtime/error.hpp"
#include "runtime/message.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;
using runtime::Access;
using runtime::Worker;

namespace {

std::uint32_t u32(std::size_t n) {
    return static_cast<std::uint32_t>(n);
}

/// What has no orders has no coefficients; StarPU wants an element.
std::size_t at_least_one(std::size_t size) {
    return std::max(size, std::size_t{1});
}

/// A tag of its own for each part, direction and pair of ranks.
runtime::MessageTag tag_of(std::size_t part, bool to_rows) {
    return static_cast<runtime::MessageTag>(2 * part + (to_rows ? 1 : 0));
}

/// @throws UnavailableError  see Transform
TransformOptions checked(const runtime::Context& context,
                         TransformOptions options) {
    sp::check_grid(options.grid, options.truncation);
    check_share(context, options.share);
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

/// Of several fields one after the other is assigned: all have values before.
template <class T>
void clear_several(const runtime::Array<T>& array, int count) {
    if (count == 1) return;
    const auto host = array.acquire(Access::write);
    std::fill(host.span().begin(), host.span().end(), T{});
}

/// Moves what a rank has of one field between an array and rows (J, I).
template <class Move>
void for_rows(const sp::Grid& grid, const sp::LatitudeBlock& block,
              const Move& move) {
    const auto columns = static_cast<std::size_t>(grid.longitudes);
    for (int k = 0; k < block.pairs; ++k) {
        const int north = block.begin + k, south = grid.latitudes - 1 - north;
        move(std::size_t(k) * columns, std::size_t(north) * columns);
        move(std::size_t(block.pairs + k) * columns,
             std::size_t(south) * columns);
    }
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
    if (options_.share.is_measured())
        measure();
    else
        cut(speeds_of_share(context, options_.share.cpu_fraction()));
}

/// CPUs take what is nearest to the poles: there a row costs them less, as most
/// orders are nothing, and a GPU as much as any other, the time of its
/// transfer.
void Transform::cut(std::vector<Speed> speeds) {
    std::stable_partition(speeds.begin(), speeds.end(), [](const Speed& s) {
        return s.kind == Worker::Kind::cpu;
    });
    local_.clear();
    workspaces_.clear();
    parts_.clear();
    const auto pairs = static_cast<std::size_t>(sp::pairs_of(options_.grid));
    for (const Block& whole : cut_by_speed(pairs, speeds)) {
        // Else a CPU would compute less than whole groups of latitudes.
        const std::size_t grain =
            whole.kind == Worker::Kind::cpu ? sp::kGroup : 1;
        const std::size_t grains = (whole.size() + grain - 1) / grain;
        const std::size_t blocks =
            std::min(blocks_of(whole.kind, whole.size()), grains);
        for (std::size_t k = 0; k < blocks; ++k) {
            Block block = whole;
            block.begin = whole.begin + grains * k / blocks * grain;
            block.end = std::min(
                whole.end, whole.begin + grains * (k + 1) / blocks * grain);
            parts_.push_back(
                {block, sp::LatitudeBlock{options_.grid, nodes_,
                                          static_cast<int>(block.begin),
                                          static_cast<int>(block.end)}});
        }
    }
    std::map<int, std::size_t> pairs_of_worker;
    for (std::size_t b = 0; b < parts_.size(); ++b)
        if (is_local(b))
            pairs_of_worker[parts_[b].block.worker] += parts_[b].block.size();
    // A rank without latitudes still has orders.
    main_worker_ = context_.workers().front().id;
    std::size_t most = 0;
    for (const auto& [worker, size] : pairs_of_worker)
        if (size > most) {
            most = size;
            main_worker_ = worker;
        }
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        const sp::LatitudeBlock& latitudes = parts_[b].latitudes;
        Local local{{context_, latitudes.pair.size()},
                    {context_,
                     at_least_one(orders_.size() *
                                  static_cast<std::size_t>(latitudes.groups))},
                    worker_for(b),
                    orders_.size()};
        local.pair.assign(latitudes.pair);
        const runtime::Array<sp::Cosine> cosine{context_,
                                                latitudes.cosine.size()};
        cosine.assign(latitudes.cosine);
        runtime::submit(sp::start::codelet(),
                        sp::start::Args{u32(orders_.size()),
                                        u32(std::size_t(latitudes.groups))},
                        on(local.worker, b), local.start, order_, lead_, step_,
                        local.pair, cosine);
        if (parts_[b].block.kind == Worker::Kind::cpu && !several())
            local.orders = orders_that_matter(
                local, static_cast<std::size_t>(latitudes.groups));
        local_.push_back(std::move(local));
    }
}

/// Near the poles only the lowest orders are more than nothing.
std::size_t Transform::orders_that_matter(const Local& local,
                                          std::size_t groups) const {
    const auto start = local.start.acquire(Access::read);
    std::size_t count = orders_.size();
    const auto matters = [&](std::size_t r) {
        const auto of_order = start.span().subspan(r * groups, groups);
        return std::any_of(of_order.begin(), of_order.end(),
                           [&](const sp::Start& s) {
                               return s.first < orders_.list()[r].terms;
                           });
    };
    while (count > 1 && !matters(count - 1)) --count;
    return count;
}

/// Of how many blocks the latitudes of a worker are.
std::size_t Transform::blocks_of(Worker::Kind kind, std::size_t pairs) const {
    // On a GPU enough for transfers and computation to overlap, few enough for
    // a block to fill it.
    constexpr std::size_t least_pairs = 128, most_blocks = 6;
    if (kind == Worker::Kind::gpu) {
        if (options_.gpu_blocks > 0)
            return static_cast<std::size_t>(options_.gpu_blocks);
        return options_.to_host ? std::clamp(pairs / least_pairs,
                                             std::size_t{1}, most_blocks)
                                : 1;
    }
    if (options_.cpu_blocks > 0)
        return static_cast<std::size_t>(options_.cpu_blocks);
    // A CPU reads the series again for each.
    constexpr std::size_t most_bytes = std::size_t{16} << 20;
    const std::size_t row =
        sp::fourier::pitch_for(u32(std::size_t(options_.grid.longitudes))) *
        sizeof(sp::Complex);
    return std::max<std::size_t>(1, 2 * pairs * row / most_bytes);
}

/// Of a part of another rank: as far along the parts of this one as it is along
/// those of its own.
int Transform::worker_for(std::size_t b) const {
    const Block& block = parts_[b].block;
    if (is_local(b)) return block.worker;
    std::size_t own = 0, theirs = 0, before = 0;
    for (const Part& part : parts_) {
        if (part.block.rank == context_.ranks().rank())
            own += part.block.size();
        if (part.block.rank != block.rank) continue;
        theirs += part.block.size();
        if (part.block.begin < block.begin) before += part.block.size();
    }
    double rest = (static_cast<double>(before) +
                   0.5 * static_cast<double>(block.size())) /
                  static_cast<double>(theirs) * static_cast<double>(own);
    for (const Part& part : parts_) {
        if (part.block.rank != context_.ranks().rank()) continue;
        rest -= static_cast<double>(part.block.size());
        if (rest <= 0) return part.block.worker;
    }
    return main_worker_;
}

Transform::Workspace& Transform::workspace(int fields) {
    // In turns, so that a transform need not wait for the one before.
    const int turn = turn_ = options_.to_host ? 0 : 1 - turn_;
    const auto found = workspaces_.find({fields, turn});
    if (found != workspaces_.end()) return found->second;
    Workspace& made = workspaces_[{fields, turn}];
    made.fields = fields;
    const auto k = static_cast<std::size_t>(fields);
    const std::size_t pitch =
        sp::fourier::pitch_for(u32(std::size_t(options_.grid.longitudes)));
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        series_of(made, local_[b].worker);
        const std::size_t rows = k * 2 * parts_[b].block.size();
        made.fourier.emplace_back(context_, is_local(b) ? rows * pitch : 1);
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
    series_of(made, main_worker_);
    return made;
}

Transform::Series& Transform::series_of(Workspace& workspace, int worker) {
    for (Series& s : workspace.of_worker)
        if (s.worker == worker) return s;
    const auto fields = static_cast<std::size_t>(workspace.fields);
    std::size_t orders = 0;
    for (const Local& local : local_)
        if (local.worker == worker) orders = std::max(orders, local.orders);
    const std::size_t terms = orders == orders_.size()
                                  ? orders_.terms()
                                  : orders_.list()[orders].series;
    workspace.of_worker.push_back(
        {worker,
         {context_, at_least_one(fields * orders_.terms())},
         {context_, at_least_one(fields * terms)},
         orders,
         terms});
    return workspace.of_worker.back();
}

runtime::SubmitOptions Transform::on(int worker, std::size_t b) const {
    runtime::SubmitOptions options{.worker = worker};
    options.label = {static_cast<int>(b), 0};
    return options;
}

sp::synthesis::Args Transform::legendre_args(std::size_t b, int fields,
                                             sp::Rows rows) const {
    const sp::LatitudeBlock& latitudes = parts_[b].latitudes;
    const std::uint32_t pitch =
        several() ? u32(orders_.size())
                  : sp::fourier::pitch_for(
                        u32(std::size_t(options_.grid.longitudes)));
    return {u32(std::size_t(fields)),
            u32(orders_.size()),
            u32(orders_.terms()),
            u32(std::size_t(latitudes.pairs)),
            u32(std::size_t(latitudes.groups)),
            pitch,
            rows};
}

void Transform::submit_synthesis(const Spectra& from, const Fields& to,
                                 sp::Rows rows) {
    const int fields = from.count;
    Workspace& w = workspace(fields);
    const int rank = context_.ranks().rank();
    const auto k = static_cast<std::size_t>(fields);
    for (const Series& s : w.of_worker)
        runtime::submit(
            sp::expansion::codelet(),
            sp::expansion::Args{u32(k), u32(s.orders), u32(orders_.terms()),
                                u32(orders_.coefficients()),
                                options_.truncation.degrees},
            on(s.worker, 0), s.series, order_, conversion_, from.coefficients);
    const auto synthesize = [&](std::size_t b,
                                const runtime::Array<sp::Complex>& out) {
        runtime::SubmitOptions options = on(local_[b].worker, b);
        options.flops = static_cast<double>(k) * nominal_flops() *
                        static_cast<double>(parts_[b].block.size()) /
                        sp::pairs_of(options_.grid);
        sp::synthesis::Args args = legendre_args(b, fields, rows);
        args.orders = u32(local_[b].orders);
        runtime::submit(sp::synthesis::codelet(), args, options, out, order_,
                        step_, series_of(w, local_[b].worker).series,
                        local_[b].start, local_[b].pair);
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
        const std::size_t all_rows = k * 2 * parts_[b].block.size();
        // Of a block that this rank computes alone, those that are zero.
        const std::size_t orders =
            several() ? std::size_t(options_.truncation.orders) + 1
                      : local_[b].orders;
        const sp::fourier::Args args{
            u32(all_rows), u32(orders),
            sp::fourier::pitch_for(u32(std::size_t(options_.grid.longitudes))),
            u32(std::size_t(options_.grid.longitudes))};
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
                    on(parts_[b].block.worker, b), w.fourier[b], part,
                    order_of_rank_[std::size_t(r)]);
            }
        }
        runtime::submit(sp::fourier::to_grid(), args,
                        before_others(on(parts_[b].block.worker, b)),
                        to.block[b], w.fourier[b]);
        if (options_.to_host) to.block[b].send_to_host();
    }
}

void Transform::submit_analysis(const Fields& from, const Spectra& to,
                                sp::Rows rows) {
    const int fields = to.count;
    Workspace& w = workspace(fields);
    const int rank = context_.ranks().rank();
    const auto k = static_cast<std::size_t>(fields);
    // All at once: StarPU by itself looks no further than the next task.
    for (std::size_t b = 0; options_.to_host && b < parts_.size(); ++b)
        if (is_local(b)) from.block[b].send_to(parts_[b].block.worker);
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        if (!is_local(b)) continue;
        const std::size_t all_rows = k * 2 * parts_[b].block.size();
        const sp::fourier::Args args{
            u32(all_rows), u32(std::size_t(options_.truncation.orders) + 1),
            sp::fourier::pitch_for(u32(std::size_t(options_.grid.longitudes))),
            u32(std::size_t(options_.grid.longitudes))};
        runtime::submit(sp::fourier::from_grid(), args,
                        on(parts_[b].block.worker, b), w.fourier[b],
                        from.block[b]);
        if (!several()) continue;
        for (int r = 0; r < context_.ranks().size(); ++r) {
            const auto& part = w.exchanged[b][std::size_t(r)];
            runtime::submit(sp::transposition::split(),
                            sp::transposition::Args{
                                args.rows, u32(orders_of_rank_[std::size_t(r)]),
                                args.pitch},
                            on(parts_[b].block.worker, b), part, w.fourier[b],
                            order_of_rank_[std::size_t(r)]);
            if (r != rank) runtime::submit_send(part, r, tag_of(b, false), 0);
        }
    }
    std::vector<int> begun;
    runtime::ArrayList sums;
    sp::collection::Args collection{u32(k),
                                    u32(orders_.size()),
                                    u32(orders_.coefficients()),
                                    options_.truncation.degrees,
                                    {}};
    // Own latitudes first: they need not be waited for.
    std::vector<std::size_t> sequence(parts_.size());
    std::iota(sequence.begin(), sequence.end(), 0);
    std::stable_partition(sequence.begin(), sequence.end(),
                          [&](std::size_t b) { return is_local(b); });
    for (const std::size_t b : sequence) {
        if (!is_local(b))
            runtime::submit_receive(w.exchanged[b][std::size_t(rank)],
                                    parts_[b].block.rank, tag_of(b, false), 0);
        const int worker = local_[b].worker;
        Series& s = series_of(w, worker);
        const bool add =
            std::find(begun.begin(), begun.end(), worker) != begun.end();
        if (!add) {
            begun.push_back(worker);
            collection.terms[begun.size() - 1] = u32(s.terms);
            sums.add(s.sums);
            s.written = true;
        }
        runtime::SubmitOptions options = before_others(on(worker, b));
        options.flops = static_cast<double>(k) * nominal_flops() *
                        static_cast<double>(parts_[b].block.size()) /
                        sp::pairs_of(options_.grid);
        sp::synthesis::Args args = legendre_args(b, fields, rows);
        args.orders = u32(s.orders);
        args.terms = u32(s.terms);
        runtime::submit(
            add ? sp::analysis::codelet<true>()
                : sp::analysis::codelet<false>(),
            args, options, s.sums, order_, step_,
            several() ? w.exchanged[b][std::size_t(rank)] : w.fourier[b],
            local_[b].start, local_[b].pair);
    }
    runtime::submit(sp::collection::codelet(), collection, on(main_worker_, 0),
                    to.coefficients, order_, conversion_, sums);
    if (options_.to_host) to.coefficients.send_to_host();
}

double Transform::cpu_fraction() const {
    std::size_t on_cpu = 0;
    for (const Part& part : parts_)
        if (part.block.kind == Worker::Kind::cpu) on_cpu += part.block.size();
    return static_cast<double>(on_cpu) / sp::pairs_of(options_.grid);
}

double Transform::nominal_flops() const {
    const double m = options_.truncation.orders + 1;
    return options_.grid.latitudes * m * m;
}

Spectra Transform::make_spectra(int count) const {
    Spectra made{count,
                 {context_, at_least_one(static_cast<std::size_t>(count) *
                                         orders_.coefficients())}};
    clear_several(made.coefficients, count);
    return made;
}

Fields Transform::make_fields(int count) const {
    Fields made{count, {}};
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        made.block.emplace_back(
            context_, is_local(b) ? static_cast<std::size_t>(count) * 2 *
                                        parts_[b].block.size() *
                                        std::size_t(options_.grid.longitudes)
                                  : 1);
        if (is_local(b)) clear_several(made.block.back(), count);
    }
    return made;
}

void Transform::assign(const Spectra& spectra, int k,
                       std::span<const sp::Complex> values) const {
    const auto host = spectra.coefficients.acquire(
        spectra.count == 1 ? Access::write : Access::update);
    const auto to =
        host.span().subspan(std::size_t(k) * orders_.coefficients());
    for (const sp::Order& order : orders_.list()) {
        const int count = options_.truncation.count(order.m);
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(
                                         options_.truncation.offset(order.m)),
                    count, to.begin() + order.coefficient);
    }
}

std::vector<sp::Complex> Transform::collect(const Spectra& spectra,
                                            int k) const {
    std::vector<sp::Complex> all(options_.truncation.size());
    {
        const auto host = spectra.coefficients.acquire(Access::read);
        const auto from =
            host.span().subspan(std::size_t(k) * orders_.coefficients());
        for (const sp::Order& order : orders_.list())
            std::copy_n(from.begin() + order.coefficient,
                        options_.truncation.count(order.m),
                        all.begin() + static_cast<std::ptrdiff_t>(
                                          options_.truncation.offset(order.m)));
    }
    context_.ranks().sum(
        {reinterpret_cast<double*>(all.data()), 2 * all.size()});
    return all;
}

void Transform::assign(const Fields& fields, int k,
                       std::span<const double> values) const {
    const auto columns = static_cast<std::ptrdiff_t>(options_.grid.longitudes);
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        if (!is_local(b)) continue;
        const auto host = fields.block[b].acquire(
            fields.count == 1 ? Access::write : Access::update);
        const auto to = host.span().subspan(
            std::size_t(k) * 2 * parts_[b].block.size() * std::size_t(columns));
        for_rows(options_.grid, parts_[b].latitudes,
                 [&](std::size_t here, std::size_t there) {
                     std::copy_n(
                         values.begin() + static_cast<std::ptrdiff_t>(there),
                         columns,
                         to.begin() + static_cast<std::ptrdiff_t>(here));
                 });
    }
}

std::vector<double> Transform::collect(const Fields& fields, int k) const {
    std::vector<double> all(options_.grid.size());
    const auto columns = static_cast<std::ptrdiff_t>(options_.grid.longitudes);
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        if (!is_local(b)) continue;
        const auto host = fields.block[b].acquire(Access::read);
        const auto from = host.span().subspan(
            std::size_t(k) * 2 * parts_[b].block.size() * std::size_t(columns));
        for_rows(options_.grid, parts_[b].latitudes,
                 [&](std::size_t here, std::size_t there) {
                     std::copy_n(
                         from.begin() + static_cast<std::ptrdiff_t>(here),
                         columns,
                         all.begin() + static_cast<std::ptrdiff_t>(there));
                 });
    }
    context_.ranks().sum(all);
    return all;
}

}  // namespace tasuki::graphs::sphere
