#include "drivers/wilson/applications.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "codelets/wilson/variants.hpp"
#include "drivers/common/progress.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::drivers {

using graphs::wilson::Placement;
using runtime::Worker;

template <class T, int kLinkReals>
Applications<T, kLinkReals>::Applications(
    const WilsonOptions& options, Placement placement,
    runtime::Context& context,
    const graphs::wilson::Decomposition& decomposition,
    const lattice::GaugeField& u, const lattice::SpinorField& source)
    : options_{options},
      context_{context},
      placement_{placement},
      bc_t_{options.bc_t == "periodic" ? 1 : -1},
      d_{context, decomposition, u, {options.kappa, bc_t_, placement_}},
      in_{context, decomposition},
      x_{context, decomposition},
      y_{context, decomposition} {
    in_.write(source);
    // In the first one GPUs find how to launch the kernels.
    d_.submit_apply(in_, x_);
    even_ = runtime::record(context, [this] { d_.submit_apply(in_, x_); });
    odd_ = runtime::record(context, [this] { d_.submit_apply(x_, y_); });
}

template <class T, int kLinkReals>
void Applications<T, kLinkReals>::time(WilsonResult& result) {
    // Model-based policies measure each task ten times on each kind of
    // worker before they decide.
    const bool learns = context_.workers().size() > 1 &&
                        context_.count(Worker::Kind::gpu) > 0 &&
                        placement_.name() == Placement::Name::dynamic;
    const double once = context_.ranks().largest(repetition(learns ? 24 : 4));
    result.iterations =
        options_.iterations > 0
            ? options_.iterations
            : 2 * std::clamp(static_cast<int>(0.05 / once), 2, 100);
    runtime::warm_up(context_, {*even_, *odd_}, [&] {
        return result.iterations * repetition(result.iterations);
    });
    context_.statistics().reset();
    ProgressLine progress{"repetition",
                          static_cast<std::size_t>(options_.repetitions)};
    for (int r = 0; r < options_.repetitions; ++r) {
        result.seconds.push_back(
            context_.ranks().largest(repetition(result.iterations)));
        if (context_.ranks().is_first())
            progress.show(result.seconds.size(),
                          fmt::format("{:.4g} ms per application",
                                      1e3 * result.seconds.back()));
    }
    result.phases = phases_of_ranks(context_);
    const auto sent = d_.messages();
    double all[] = {static_cast<double>(sent.count), sent.bytes};
    context_.ranks().sum(all);
    result.messages = static_cast<int>(all[0]);
    result.message_bytes = all[1];
    using enum runtime::Exchange;
    result.exchange = std::ranges::max(
        {network, host, copy, stores}, {},
        [&](auto exchange) { return context_.ranks().reached(exchange); });
}

template <class T, int kLinkReals>
void Applications<T, kLinkReals>::record(runtime::Recorder& recorder,
                                         WilsonResult& result) {
    const trace::Window& w = options_.trace.window;
    trace::Cost& cost = result.trace_cost;
    const int pairs = drivers::pairs(w, result.median_seconds());
    for (int k = 0; k < pairs; ++k) {
        if (w.skipped() > 0) repetition(w.skipped());
        cost.plain.push_back(
            context_.ranks().largest(repetition(w.recorded())));
        if (w.skipped() > 0) repetition(w.skipped());
        recorder.start();
        cost.recorded.push_back(
            context_.ranks().largest(repetition(w.recorded(), w.skipped())));
        recorder.stop();
    }
}

template <class T, int kLinkReals>
double Applications<T, kLinkReals>::repetition(int iterations,
                                               std::optional<int> number) {
    context_.ranks().barrier();
    const std::int64_t start = runtime::machine_nanoseconds();
    // From the same source every other time: D grows what it is applied
    // to, and single precision would overflow.
    if (!number) runtime::run({*even_, *odd_}, iterations);
    for (int k = 0; number && k < iterations; ++k) {
        const runtime::TraceIteration numbered{context_, *number + k};
        (k % 2 == 0 ? even_ : odd_)->run();
    }
    context_.wait();
    return 1e-9 * static_cast<double>(runtime::machine_nanoseconds() - start) /
           iterations;
}

#define TASUKI_INSTANTIATE(T, kLinkReals) \
    template class Applications<T, kLinkReals>;
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::drivers
