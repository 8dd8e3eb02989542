// Transforms of one block of latitudes that are too small for three tasks.
#include "codelets/sphere/whole/whole.hpp"

#include "graphs/sphere/transform/transform.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;

bool Transform::is_whole(int fields) const {
    return !several() && parts_.size() == 1 &&
           fields * nominal_flops() < options_.whole_flops;
}

void Transform::submit_whole_synthesis(Workspace& w, const Spectra& from,
                                       Fields& to, sp::Rows rows) {
    const int worker = local_[0].synthesis.legendre;
    Series& series = series_of(w, worker, false);
    runtime::SubmitOptions options = on(worker, 0);
    options.flops = flops_of(0, from.count);
    runtime::submit<sp::whole::SynthesisKernel>(
        context_,
        sp::whole::SynthesisArgs{
            expansion_args(series, from.count),
            legendre_args(0, from.count, rows, Direction::synthesis),
            fourier_args(0, from.count, Direction::synthesis)},
        options, to.block[0], w.fourier[0], series.series, order_, step_,
        local_[0].start, local_[0].pair, conversion_, from.coefficients);
    if (options_.to_host) to.block[0].send_to_host();
}

void Transform::submit_whole_analysis(Workspace& w, const Fields& from,
                                      Spectra& to, sp::Rows rows) {
    const int worker = local_[0].analysis.legendre;
    Series& series = series_of(w, worker, false);
    series.written = true;
    runtime::SubmitOptions options = on(worker, 0);
    options.flops = flops_of(0, to.count);
    sp::whole::AnalysisArgs args{
        fourier_args(0, to.count, Direction::analysis),
        legendre_args(0, to.count, rows, Direction::analysis),
        collection_args(to.count)};
    args.collection.terms[0] = args.analysis.terms;
    runtime::submit<sp::whole::AnalysisKernel>(
        context_, args, options, to.coefficients,
        fourier_of(w, 0, Direction::analysis), series.sums, order_, step_,
        local_[0].start, local_[0].pair, conversion_, from.block[0]);
    if (options_.to_host) to.coefficients.send_to_host();
}

}  // namespace tasuki::graphs::sphere
