#include "drivers/sht/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "drivers/common/worker_names.hpp"
#include "drivers/sht/transforms.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

class Run : public Transforms {
  public:
    using Transforms::Transforms;

    ShtResult all() {
        ShtResult result;
        give();
        time(result);
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

  private:
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
    result.times.worked = worked_in(context);
    result.placement = placement;
    result.policy = context.policy();
    result.workers = worker_names(context);
    for (const ShtTimes* times : {&result.synthesis, &result.analysis})
        for (const double seconds : times->seconds)
            result.times.computing += seconds;
    return result;
}

}  // namespace tasuki::drivers
