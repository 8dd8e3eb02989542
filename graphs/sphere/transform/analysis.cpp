// From fields to spectra.
#include "codelets/sphere/analysis/analysis.hpp"

#include <algorithm>
#include <numeric>

#include "codelets/sphere/collection/collection.hpp"
#include "codelets/sphere/transposition/transposition.hpp"
#include "graphs/sphere/transform/sizes.hpp"
#include "graphs/sphere/transform/submit_order.hpp"
#include "graphs/sphere/transform/transform.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;
using runtime::Worker;

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

/// FFTs of own latitudes, and their orders to the ranks that need them.
void Transform::submit_ffts(Workspace& w, std::size_t b, const Fields& from) {
    const Role& role = local_[b].analysis;
    auto args = fourier_args(b, w.fields, Direction::analysis);
    args.to_gpu = role.lends();
    auto& fourier = fourier_of(w, b, Direction::analysis);
    runtime::submit<sp::fourier::FromGridKernel>(
        context_, args, for_ffts(on(role.fourier, b), args), fourier,
        from.block[b]);
    if (role.lends()) fourier.send_to(role.legendre);
    if (!several()) return;
    for (int r = 0; r < context_.ranks().size(); ++r) {
        auto& part = w.exchanged[b][std::size_t(r)];
        runtime::submit<sp::transposition::SplitKernel>(
            context_,
            sp::transposition::Args{
                args.rows, u32(orders_of_rank_[std::size_t(r)]), args.pitch},
            on(role.fourier, b), part, fourier, order_of_rank_[std::size_t(r)]);
        if (r != context_.ranks().rank())
            runtime::submit_send(part, r,
                                 tag_of(w.fields, parts_.size(), b, false), 0);
    }
}

/// The sums over the latitudes of a block: the first of a series, or added to
/// it.
void Transform::submit_sums(Workspace& w, std::size_t b, Series& s, bool add,
                            sp::Rows rows) {
    const Role& role = local_[b].analysis;
    // What is lent comes over the link behind all fields: before others it
    // would let those wait that are there.
    runtime::SubmitOptions options =
        role.lends() ? on(s.worker, b) : before_others(on(s.worker, b));
    options.flops = flops_of(b, w.fields);
    sp::synthesis::Args args =
        legendre_args(b, w.fields, rows, Direction::analysis);
    args.terms = u32(s.terms);
    args.to_gpu = kind_of(main_worker_) == Worker::Kind::gpu &&
                  kind_of(s.worker) == Worker::Kind::cpu;
    const auto& fourier =
        several() ? w.exchanged[b][std::size_t(context_.ranks().rank())]
                  : fourier_of(w, b, Direction::analysis);
    const auto analyze = [&](auto adds) {
        runtime::submit<sp::analysis::Kernel<adds()>>(
            context_, args, options, s.sums, order_, step_, fourier,
            local_[b].start, local_[b].pair);
    };
    if (add)
        analyze(std::true_type{});
    else
        analyze(std::false_type{});
}

void Transform::submit_analysis(const Fields& from, Spectra& to,
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
    for (const std::size_t b : sequence)
        if (is_local(b)) submit_ffts(w, b, from);
    std::vector<const Series*> begun;
    runtime::List<runtime::Read<sp::Term>> sums;
    sp::collection::Args collection = collection_args(fields);
    for (const std::size_t b : sequence) {
        if (!is_local(b))
            runtime::submit_receive(
                w.exchanged[b][std::size_t(rank)], parts_[b].block.rank,
                tag_of(w.fields, parts_.size(), b, false), 0);
        Series& s = series_of(w, local_[b].analysis.legendre,
                              local_[b].analysis.lends());
        const bool add =
            std::find(begun.begin(), begun.end(), &s) != begun.end();
        if (!add) {
            begun.push_back(&s);
            collection.terms[begun.size() - 1] = u32(s.terms);
            sums.add(s.sums);
            s.written = true;
        }
        submit_sums(w, b, s, add, rows);
    }
    for (const Series* s : begun)
        if (s->worker != main_worker_) s->sums.send_to(main_worker_);
    runtime::submit<sp::collection::Kernel>(
        context_, collection, on(main_worker_, 0), to.coefficients, order_,
        conversion_, sums);
    if (options_.to_host) to.coefficients.send_to_host();
}

}  // namespace tasuki::graphs::sphere
