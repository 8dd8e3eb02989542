#include "drivers/sht/transforms.hpp"

#include "drivers/common/progress.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::drivers {

namespace {

using graphs::sphere::Direction;

/// On the host anew: copies elsewhere are old from then on.
constexpr auto kRenew = [](auto& array) { (void)array.update(); };
/// Returns when it can be read on the host.
constexpr auto kRead = [](const auto& array) { (void)array.read(); };

}  // namespace

Transforms::Transforms(const ShtOptions& options, const ShtPlan& plan,
                       runtime::Context& context, graphs::Share share)
    : options_{options},
      plan_{plan},
      context_{context},
      on_host_{options.data == "host"},
      transform_{context,
                 {.truncation = sphere::triangle(plan.truncation),
                  .grid = plan.grid,
                  .share = share,
                  .to_host = on_host_,
                  .fields = options.fields,
                  .cpu_only_ffts = options.cpu_only_ffts}},
      spectra_{transform_.make_spectra(options.fields)},
      back_{transform_.make_spectra(options.fields)},
      fields_{transform_.make_fields(options.fields)},
      synthesis_{runtime::record(
          context, [this] { transform_.submit_synthesis(spectra_, fields_); })},
      analysis_{runtime::record(
          context, [this] { transform_.submit_analysis(fields_, back_); })} {}

void Transforms::time(ShtResult& result) {
    result.synthesis =
        no_times(transform_, Direction::synthesis, options_.fields);
    result.analysis =
        no_times(transform_, Direction::analysis, options_.fields);
    ProgressLine progress{"repetition",
                          static_cast<std::size_t>(options_.repetitions)};
    // The first one allocates and plans.
    for (int k = 0; k <= options_.repetitions; ++k) {
        const Seconds seconds = repetition();
        if (k > 0 && synthesizes())
            result.synthesis.seconds.push_back(seconds.synthesis);
        if (k > 0 && analyzes())
            result.analysis.seconds.push_back(seconds.analysis);
        if (context_.ranks().is_first())
            progress.show(static_cast<std::size_t>(k));
    }
    progress.clear();
}

void Transforms::record(runtime::Recorder& recorder, ShtResult& result) {
    const trace::Window& w = options_.trace.window;
    trace::Cost& cost = result.trace_cost;
    const int pairs = drivers::pairs(w, stretch(1));
    for (int k = 0; k < pairs; ++k) {
        cost.plain.push_back(stretch(w.recorded()));
        recorder.start();
        cost.recorded.push_back(stretch(w.recorded(), w.skipped()));
        recorder.stop();
    }
}

Transforms::Seconds Transforms::repetition() {
    Seconds seconds;
    if (synthesizes()) seconds.synthesis = synthesize();
    if (analyzes()) seconds.analysis = analyze();
    return seconds;
}

double Transforms::stretch(int repetitions, std::optional<int> number) {
    double sum = 0;
    for (int k = 0; k < repetitions; ++k) {
        std::optional<runtime::TraceIteration> numbered;
        if (number) numbered.emplace(context_, *number + k);
        const Seconds seconds = repetition();
        sum += seconds.synthesis + seconds.analysis;
    }
    return sum / repetitions;
}

template <class Read>
double Transforms::timed(runtime::Graph& graph, const Read& read) {
    context_.wait();
    context_.ranks().barrier();
    const auto begin = runtime::machine_nanoseconds();
    graph.run();
    if (on_host_) read();
    // Also what is not read is done.
    context_.wait();
    return context_.ranks().largest(
        1e-9 * static_cast<double>(runtime::machine_nanoseconds() - begin));
}

double Transforms::synthesize() {
    if (on_host_) kRenew(spectra_.coefficients);
    return timed(synthesis_, [&] { for_blocks(kRead); });
}

double Transforms::analyze() {
    if (on_host_) for_blocks(kRenew);
    return timed(analysis_, [&] { kRead(back_.coefficients); });
}

}  // namespace tasuki::drivers
