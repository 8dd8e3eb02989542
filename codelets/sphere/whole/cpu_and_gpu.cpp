// whole_synthesis and whole_analysis: the phases, one after the other.
#include "codelets/sphere/whole/whole.hpp"

namespace tasuki::sphere::whole {

namespace {

/// Each phase with its fields.
template <class Expand, class Synthesize, class ToGrid>
void each_phase(const SynthesisFields& f, const Expand& expand,
                const Synthesize& synthesize, const ToGrid& to_grid) {
    expand(expansion::Fields{f.series, f.order, f.conversion, f.spectrum});
    synthesize(sphere::synthesis::Fields{f.fourier, f.order, f.step, f.series,
                                         f.start, f.pair});
    to_grid(fourier::ToGrid{f.grid, f.fourier});
}

template <class FromGrid, class Analyze, class Collect>
void each_phase(const AnalysisFields& f, const FromGrid& from_grid,
                const Analyze& analyze, const Collect& collect) {
    from_grid(fourier::FromGrid{f.fourier, f.grid});
    analyze(sphere::analysis::Fields{f.sums, f.order, f.step, f.fourier,
                                     f.start, f.pair});
    collection::Fields last{f.spectrum, f.order, f.conversion, {}};
    last.sums.add(f.sums);
    collect(last);
}

}  // namespace

void synthesize_cpu(const SynthesisArgs& args,
                    const SynthesisFields& fields) noexcept {
    each_phase(
        fields, [&](const auto& f) { expansion::run_cpu(args.expansion, f); },
        [&](const auto& f) { sphere::synthesis::run_cpu(args.synthesis, f); },
        [&](const auto& f) { fourier::to_grid_cpu(args.fourier, f); });
}

void analyze_cpu(const AnalysisArgs& args,
                 const AnalysisFields& fields) noexcept {
    each_phase(
        fields, [&](const auto& f) { fourier::from_grid_cpu(args.fourier, f); },
        [&](const auto& f) {
            sphere::analysis::run_cpu<false>(args.analysis, f);
        },
        [&](const auto& f) { collection::run_cpu(args.collection, f); });
}

#if defined(TASUKI_GPU_FFT) && defined(TASUKI_HAS_GPU)

void synthesize_gpu(const SynthesisArgs& args, const SynthesisFields& fields,
                    gpu::Stream stream) {
    each_phase(
        fields,
        [&](const auto& f) { expansion::run_gpu(args.expansion, f, stream); },
        [&](const auto& f) {
            sphere::synthesis::run_gpu(args.synthesis, f, stream);
        },
        [&](const auto& f) { fourier::to_grid_gpu(args.fourier, f, stream); });
}

void analyze_gpu(const AnalysisArgs& args, const AnalysisFields& fields,
                 gpu::Stream stream) {
    each_phase(
        fields,
        [&](const auto& f) { fourier::from_grid_gpu(args.fourier, f, stream); },
        [&](const auto& f) {
            sphere::analysis::run_gpu<false>(args.analysis, f, stream);
        },
        [&](const auto& f) {
            collection::run_gpu(args.collection, f, stream);
        });
}

#endif

}  // namespace tasuki::sphere::whole
