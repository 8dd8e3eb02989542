// From spectra to fields.
#include "codelets/sphere/expansion/expansion.hpp"
#include "codelets/sphere/transposition/transposition.hpp"
#include "graphs/sphere/transform/sizes.hpp"
#include "graphs/sphere/transform/submit_order.hpp"
#include "graphs/sphere/transform/transform.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;
using runtime::Worker;

/// The orders of all ranks, as they come, to rows of own latitudes.
void Transform::submit_joins(Workspace& w, std::size_t b,
                             const sp::fourier::Args& args) {
    for (int r = 0; r < context_.ranks().size(); ++r) {
        auto& part = w.exchanged[b][std::size_t(r)];
        if (r != context_.ranks().rank())
            runtime::submit_receive(
                part, r, tag_of(w.fields, parts_.size(), b, true), 0);
        const auto join = [&](auto adds) {
            runtime::submit<sp::transposition::JoinKernel<adds()>>(
                context_,
                {args.rows, u32(orders_of_rank_[std::size_t(r)]), args.pitch},
                on(local_[b].synthesis.fourier, b), w.fourier[b], part,
                order_of_rank_[std::size_t(r)]);
        };
        if (r == 0)
            join(std::false_type{});
        else
            join(std::true_type{});
    }
}

void Transform::submit_synthesis(const Spectra& from, Fields& to,
                                 sp::Rows rows) {
    const int fields = from.count;
    Workspace& w = workspace(fields);
    if (is_whole(fields)) {
        submit_whole_synthesis(w, from, to, rows);
        return;
    }
    const int rank = context_.ranks().rank();
    for (Series& s : w.of_worker)
        if (s.synthesizes)
            runtime::submit<sp::expansion::Kernel>(
                context_, expansion_args(s, fields), on(s.worker, 0), s.series,
                order_, conversion_, from.coefficients);
    const auto synthesize = [&](std::size_t b,
                                runtime::Array<sp::Complex>& out) {
        const int worker = local_[b].synthesis.legendre;
        runtime::SubmitOptions options = on(worker, b);
        options.flops = flops_of(b, fields);
        runtime::submit<sp::synthesis::Kernel>(
            context_, legendre_args(b, fields, rows, Direction::synthesis),
            options, out, order_, step_, series_of(w, worker, false).series,
            local_[b].start, local_[b].pair);
    };
    // What others wait for first.
    for (std::size_t b = 0; several() && b < parts_.size(); ++b) {
        auto& exchanged = w.exchanged[b];
        synthesize(b, exchanged[std::size_t(rank)]);
        if (!is_local(b))
            runtime::submit_send(exchanged[std::size_t(rank)],
                                 parts_[b].block.rank,
                                 tag_of(w.fields, parts_.size(), b, true), 0);
    }
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        if (!is_local(b)) continue;
        auto args = fourier_args(b, fields, Direction::synthesis);
        const int worker = local_[b].synthesis.fourier;
        args.to_gpu = local_[b].analysis.fourier_kind == Worker::Kind::gpu;
        if (several())
            submit_joins(w, b, args);
        else
            synthesize(b, w.fourier[b]);
        runtime::submit<sp::fourier::ToGridKernel>(
            context_, args, for_ffts(before_others(on(worker, b)), args),
            to.block[b], w.fourier[b]);
        if (options_.to_host) to.block[b].send_to_host();
    }
}

}  // namespace tasuki::graphs::sphere
