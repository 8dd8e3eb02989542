#include "drivers/sht/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <optional>

#include "drivers/common/progress.hpp"
#include "drivers/common/worker_names.hpp"
#include "graphs/sphere/transform/transform.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"
#include "runtime/replay/replay.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::drivers {

namespace {

using Clock = std::chrono::steady_clock;
using graphs::sphere::Direction, graphs::sphere::Fields,
    graphs::sphere::Spectra;
using graphs::sphere::Transform;
using runtime::Access;

class Run {
  public:
    Run(const ShtOptions& options, const ShtPlan& plan,
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
                      .cpu_only_ffts = options.cpu_only_ffts}},
          spectra_{transform_.make_spectra(options.fields)},
          back_{transform_.make_spectra(options.fields)},
          fields_{transform_.make_fields(options.fields)} {}

    ShtResult all() {
        ShtResult result;
        result.synthesis =
            no_times(transform_, Direction::synthesis, options_.fields);
        result.analysis =
            no_times(transform_, Direction::analysis, options_.fields);
        give();
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
        result.field = transform_.collect(fields_, 0);
        measure_field(result);
        if (analyzes()) {
            result.spectrum = transform_.collect(back_, 0);
            if (plan_.first_longitude != 0)
                shift_longitudes(result.spectrum, plan_.truncation,
                                 plan_.first_longitude);
            check(result.spectrum);
        } else {
            result.spectrum = plan_.spectra.front();
        }
        if (analyzes() && plan_.synthesizes()) measure_errors(result);
        return result;
    }

    /// The repetitions of the window, recorded and not, in turns.
    void record(runtime::Recorder& recorder, ShtResult& result) {
        const trace::Window& w = options_.trace.window;
        trace::Cost& cost = result.trace_cost;
        const int pairs = trace::pairs(w, stretch(1));
        for (int k = 0; k < pairs; ++k) {
            cost.plain.push_back(stretch(w.recorded()));
            recorder.start();
            cost.recorded.push_back(stretch(w.recorded(), w.skipped()));
            recorder.stop();
        }
    }

  private:
    struct Seconds {
        double synthesis = 0, analysis = 0;
    };

    bool synthesizes() const { return options_.operation != "analysis"; }
    bool analyzes() const { return options_.operation != "synthesis"; }

    Seconds repetition() {
        Seconds seconds;
        if (synthesizes()) seconds.synthesis = synthesize();
        if (analyzes()) seconds.analysis = analyze();
        return seconds;
    }

    /// Seconds per repetition; in a trace they are numbered from `number`.
    double stretch(int repetitions, std::optional<int> number = {}) {
        double sum = 0;
        for (int k = 0; k < repetitions; ++k) {
            std::optional<runtime::TraceIteration> numbered;
            if (number) numbered.emplace(context_, *number + k);
            const Seconds seconds = repetition();
            sum += seconds.synthesis + seconds.analysis;
        }
        return sum / repetitions;
    }

    const io::Coefficients& spectrum(int k) const {
        return plan_.spectra[plan_.spectra.size() == 1 ? 0 : std::size_t(k)];
    }

    /// The input, once.
    void give() {
        for (int k = 0; k < options_.fields; ++k) {
            if (plan_.synthesizes())
                transform_.assign(spectra_, k, spectrum(k));
            else
                transform_.assign(fields_, k, plan_.values);
        }
        // What is analyzed alone has to come from somewhere.
        if (plan_.synthesizes() && options_.operation == "analysis")
            transform_.submit_synthesis(spectra_, fields_);
        context_.wait();
    }

    /// Calls act(array) for what this rank has.
    template <class Act>
    void for_blocks(const Act& act) {
        for (std::size_t b = 0; b < fields_.block.size(); ++b)
            if (transform_.is_local(b)) act(fields_.block[b]);
    }

    /// On the host anew: copies elsewhere are old from then on.
    static constexpr auto kRenew = [](auto& array) { (void)array.update(); };
    /// Returns when it can be read on the host.
    static constexpr auto kRead = [](const auto& array) { (void)array.read(); };

    template <class Submit, class Read>
    double timed(const Submit& submit, const Read& read) {
        context_.wait();
        context_.ranks().barrier();
        const auto begin = Clock::now();
        replay_.iteration(submit);
        if (on_host_) read();
        // Also what is not read is done.
        context_.wait();
        const std::chrono::duration<double> mine = Clock::now() - begin;
        return context_.ranks().largest(mine.count());
    }

    double synthesize() {
        if (on_host_) kRenew(spectra_.coefficients);
        return timed([&] { transform_.submit_synthesis(spectra_, fields_); },
                     [&] { for_blocks(kRead); });
    }

    double analyze() {
        if (on_host_) for_blocks(kRenew);
        return timed([&] { transform_.submit_analysis(fields_, back_); },
                     [&] { kRead(back_.coefficients); });
    }

    template <class T>
    static void check(const std::vector<T>& values) {
        double sum = 0;
        for (const auto& value : values) sum += std::abs(value);
        if (!std::isfinite(sum))
            throw runtime::NumericsError(
                "the transform of these numbers is not finite: they are too "
                "large for double precision");
    }

    void measure_field(ShtResult& result) const {
        check(result.field);
        const auto nodes =
            sphere::nodes_of(plan_.grid.kind, plan_.grid.latitudes);
        const auto columns = std::size_t(plan_.grid.longitudes);
        for (std::size_t j = 0; j < nodes.size(); ++j) {
            double row = 0;
            for (std::size_t i = 0; i < columns; ++i)
                row += result.field[j * columns + i];
            result.integral += nodes[j].weight * row;
        }
        result.integral *= 2 * std::numbers::pi / static_cast<double>(columns);
        result.mean = result.integral / (4 * std::numbers::pi);
        const auto [least, most] = std::ranges::minmax(result.field);
        result.minimum = least;
        result.maximum = most;
    }

    void measure_errors(ShtResult& result) const {
        double difference = 0, size = 0, worst = 0, greatest = 0;
        for (int k = 0; k < options_.fields; ++k) {
            const auto& given = spectrum(k);
            const auto found =
                k == 0 ? result.spectrum : transform_.collect(back_, k);
            check(found);
            for (std::size_t i = 0; i < given.size(); ++i) {
                const double d = std::norm(found[i] - given[i]);
                difference += d;
                size += std::norm(given[i]);
                worst = std::max(worst, d);
                greatest = std::max(greatest, std::norm(given[i]));
            }
        }
        // Of a spectrum of zeros, the differences themselves.
        result.roundtrip_rms = std::sqrt(difference / (size > 0 ? size : 1));
        result.roundtrip_max = std::sqrt(worst / (greatest > 0 ? greatest : 1));
        constexpr double rounding = 1e-10;
        if (!(result.roundtrip_rms <= rounding))
            throw runtime::NumericsError(fmt::format(
                "the spectrum after synthesis and analysis differs by {:.2g} "
                "(rms, relative): rounding is below {:g}",
                result.roundtrip_rms, rounding));
    }

    const ShtOptions& options_;
    const ShtPlan& plan_;
    runtime::Context& context_;
    bool on_host_;
    Transform transform_;
    Spectra spectra_, back_;
    Fields fields_;
    runtime::Replay replay_{context_};
};

}  // namespace

ShtResult run_planned(const ShtOptions& options, const ShtPlan& plan,
                      runtime::Recorder* recorder) {
    const auto placement = placement_of(options);
    const auto share = graphs::Share::parse(placement);
    runtime::Context context{machine(options, share, recorder)};
    graphs::check_share(context, share);
    Run run{options, plan, context, share};
    auto result = run.all();
    if (recorder != nullptr) run.record(*recorder, result);
    result.placement = placement;
    result.policy = context.policy();
    result.workers = worker_names(context);
    return result;
}

}  // namespace tasuki::drivers
