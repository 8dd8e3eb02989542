#include "graphs/wilson/norm2.hpp"

#include "codelets/linalg/norm2/norm2.hpp"
#include "runtime/codelet.hpp"

namespace tasuki::graphs::wilson {

template <class T>
PendingNorm2::PendingNorm2(runtime::Context& context,
                           const BlockField<T>& field, Placement placement) {
    for (int b = 0; b < field.decomposition().blocks(); ++b) {
        const auto& partials =
            partials_.emplace_back(context, linalg::norm2::kPartials);
        const auto size = field.block(b).size();
        runtime::submit(linalg::norm2::codelet<T>(), linalg::norm2::Args{size},
                        {.where = placement.bulk(),
                         .flops = 2.0 * static_cast<double>(size)},
                        partials, field.block(b));
    }
}

double PendingNorm2::value() const {
    double sum = 0;
    for (const auto& partials : partials_)
        for (const double p : partials.acquire(runtime::Access::read).span())
            sum += p;
    return sum;
}

template PendingNorm2::PendingNorm2(runtime::Context&,
                                    const BlockField<double>&, Placement);
template PendingNorm2::PendingNorm2(runtime::Context&, const BlockField<float>&,
                                    Placement);

}  // namespace tasuki::graphs::wilson
