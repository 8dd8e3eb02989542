// whole_synthesis and whole_analysis: the three phases of a transform in one
// task, for transforms in which a phase takes less time than a task.
#pragma once

#include "codelets/sphere/analysis/analysis.hpp"
#include "codelets/sphere/collection/collection.hpp"
#include "codelets/sphere/expansion/expansion.hpp"
#include "codelets/sphere/fourier/fourier.hpp"
#include "codelets/sphere/synthesis/synthesis.hpp"

namespace tasuki::sphere::whole {

struct SynthesisArgs {
    expansion::Args expansion;
    synthesis::Args synthesis;
    fourier::Args fourier;
};

/// As in the phases; `fourier` and `series` only pass between them.
struct SynthesisFields {
    double* grid;                  // write
    Complex* fourier;              // write
    Term* series;                  // write
    const Order* order;            // read
    const Step* step;              // read
    const Start* start;            // read
    const Pair* pair;              // read
    const Conversion* conversion;  // read
    const Complex* spectrum;       // read
};

struct AnalysisArgs {
    fourier::Args fourier;
    analysis::Args analysis;
    collection::Args collection;
};

/// As in the phases; `fourier` and `sums` only pass between them.
struct AnalysisFields {
    Complex* spectrum;             // write
    Complex* fourier;              // write
    Term* sums;                    // write
    const Order* order;            // read
    const Step* step;              // read
    const Start* start;            // read
    const Pair* pair;              // read
    const Conversion* conversion;  // read
    const double* grid;            // read
};

/// Buffers: as SynthesisFields.
runtime::Codelet& synthesis();
/// Buffers: as AnalysisFields.
runtime::Codelet& analysis();

}  // namespace tasuki::sphere::whole
