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
void Transform::submit_joins(const Workspace& w, std::size_t b,
                             const sp::fourier::Args& args) {
    for (int r = 0; r < context_.ranks().size(); ++r) {
        const auto& part = w.exchanged[b][std::size_t(r)];
        if (r != context_.ranks().rank())
            runtime::submit_receive(part, r, tag_of(b, true), 0);
        runtime::submit(
            r == 0 ? sp::transposition::join<true>()
                   : sp::transposition::join<false>(),
            sp::transposition::Args{
                args.rows, u32(orders_of_rank_[std::size_t(r)]), args.pitch},
            on(local_[b].synthesis.fourier, b), w.fourier[b], part,
            order_of_rank_[std::size_t(r)]);
    }
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
        if (several())
            submit_joins(w, b, args);
        else
            synthesize(b, w.fourier[b]);
        runtime::submit(sp::fourier::to_grid(), args,
                        before_others(on(worker, b)), to.block[b],
                        w.fourier[b]);
        if (options_.to_host) to.block[b].send_to_host();
    }
}

}  // namespace tasuki::graphs::sphere
