#include "graphs/wilson/norm2.hpp"

#include <numeric>

#include "codelets/linalg/norm2/norm2.hpp"
#include "runtime/core/codelet.hpp"

namespace tasuki::graphs::wilson {

template <class T>
PendingNorm2::PendingNorm2(runtime::Context& context,
                           const BlockField<T>& field, Placement placement)
    : ranks_{context.ranks()}, decomposition_{field.decomposition()} {
    for (const int b : decomposition_.local_blocks()) {
        auto& partials =
            partials_.emplace_back(context, linalg::norm2::kPartials);
        const auto size = field.block(b).size();
        runtime::submit<linalg::norm2::Kernel<T>>(
            context, {size},
            {.where = placement.bulk(),
             .flops = 2.0 * static_cast<double>(size)},
            partials, field.block(b));
    }
}

double PendingNorm2::value() const {
    // A block's sum is zero on all ranks but its own.
    std::vector<double> sums(decomposition_.blocks());
    for (const int b : decomposition_.local_blocks()) {
        const auto partials = partials_[decomposition_.local_index(b)].read();
        for (const double p : partials.span()) sums[b] += p;
    }
    ranks_.sum(sums);
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

template PendingNorm2::PendingNorm2(runtime::Context&,
                                    const BlockField<double>&, Placement);
template PendingNorm2::PendingNorm2(runtime::Context&, const BlockField<float>&,
                                    Placement);

}  // namespace tasuki::graphs::wilson
