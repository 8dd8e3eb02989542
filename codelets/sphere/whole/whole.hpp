// whole_synthesis and whole_analysis: the three phases of a transform in one
// task, for transforms in which a phase takes less time than a task.
#pragma once

#include "codelets/sphere/analysis/analysis.hpp"
#include "codelets/sphere/collection/collection.hpp"
#include "codelets/sphere/expansion/expansion.hpp"
#include "codelets/sphere/fourier/fourier.hpp"
#include "codelets/sphere/synthesis/synthesis.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::sphere::whole {

struct SynthesisArgs {
    expansion::Args expansion;
    synthesis::Args synthesis;
    fourier::Args fourier;
};

/// As in the phases; `fourier` and `series` only pass between them.
struct SynthesisFields {
    runtime::Write<double> grid;
    runtime::Write<Complex> fourier;
    runtime::Write<Term> series;
    runtime::Read<Order> order;
    runtime::Read<Step> step;
    runtime::Read<Start> start;
    runtime::Read<Pair> pair;
    runtime::Read<Conversion> conversion;
    runtime::Read<Complex> spectrum;
};

struct AnalysisArgs {
    fourier::Args fourier;
    analysis::Args analysis;
    collection::Args collection;
};

/// As in the phases; `fourier` and `sums` only pass between them.
struct AnalysisFields {
    runtime::Write<Complex> spectrum;
    runtime::Write<Complex> fourier;
    runtime::Write<Term> sums;
    runtime::Read<Order> order;
    runtime::Read<Step> step;
    runtime::Read<Start> start;
    runtime::Read<Pair> pair;
    runtime::Read<Conversion> conversion;
    runtime::Read<double> grid;
};

void synthesize_cpu(const SynthesisArgs& args,
                    const SynthesisFields& fields) noexcept;
void analyze_cpu(const AnalysisArgs& args,
                 const AnalysisFields& fields) noexcept;
void synthesize_gpu(const SynthesisArgs& args, const SynthesisFields& fields,
                    gpu::Stream stream);
void analyze_gpu(const AnalysisArgs& args, const AnalysisFields& fields,
                 gpu::Stream stream);

struct SynthesisKernel : runtime::WithoutModel {
    static constexpr auto name = "whole_synthesis";
    static constexpr bool needs_flops = true;
    using Args = SynthesisArgs;
    static constexpr auto cpu = synthesize_cpu;
#if defined(TASUKI_GPU_FFT)
    static constexpr auto gpu = synthesize_gpu;
#endif
};
struct AnalysisKernel : runtime::WithoutModel {
    static constexpr auto name = "whole_analysis";
    static constexpr bool needs_flops = true;
    using Args = AnalysisArgs;
    static constexpr auto cpu = analyze_cpu;
#if defined(TASUKI_GPU_FFT)
    static constexpr auto gpu = analyze_gpu;
#endif
};

}  // namespace tasuki::sphere::whole
