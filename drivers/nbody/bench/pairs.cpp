#include "drivers/nbody/bench/pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "codelets/nbody/accelerate/accelerate.hpp"
#include "codelets/nbody/reference.hpp"
#include "runtime/core/array.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"
#include "simulation/timed.hpp"

namespace tasuki::drivers {

namespace {

namespace nb = tasuki::nbody;
using runtime::Access, runtime::Worker;

constexpr int kMostRepetitions = 11;
constexpr double kBudget = 1;         // [s] for all repetitions
constexpr double kRepetition = 2e-2;  // [s], so that clocks do not count

/// One kind of numbers on one worker.
template <class N>
class PairTimer {
  public:
    PairTimer(runtime::Context& context, const Worker& worker,
              const nb::Bodies& bodies, const std::string& variant)
        : context_{context},
          worker_{worker},
          bodies_{bodies},
          args_{static_cast<std::uint32_t>(bodies.size()),
                static_cast<std::uint32_t>(bodies.size()),
                kBenchEps * kBenchEps,
                nb::parse_wish(variant, nb::most_unroll<N>())},
          acceleration_{context, bodies.size()},
          position_{context, bodies.size()} {
        using S = typename N::State;
        const auto host = position_.write();
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const auto& r = bodies.position[i];
            host.span()[i] = {static_cast<S>(r[0]), static_cast<S>(r[1]),
                              static_cast<S>(r[2]),
                              static_cast<S>(bodies.mass[i])};
        }
    }

    PairRow measure(double long_run) {
        if (worker_.kind == Worker::Kind::gpu)
            runtime::submit<nb::accelerate::TuneKernel<N>>(
                context_, args_, {.worker = worker_.id}, acceleration_,
                position_, position_);
        PairRow row{bodies_.size(), nb::numbers_name<N>(), variant(), {}, 0};
        const double part = seconds(1, 1, false, part_args()).front();
        const double expected =
            part * args_.sources / static_cast<double>(part_args().sources);
        if (expected > long_run) {
            row.seconds = seconds(1, 1, false, args_);
        } else {
            const double one = seconds(1, 1, true, args_).front();
            const int calls =
                static_cast<int>(std::clamp(kRepetition / one, 1.0, 4096.0));
            const int repetitions = static_cast<int>(
                std::clamp(kBudget / (one * calls), 2.0,
                           static_cast<double>(kMostRepetitions)));
            row.seconds = seconds(repetitions, calls, false, args_);
        }
        row.error = error();
        return row;
    }

  private:
    /// A few sources, to know how long all of them will take.
    nb::accelerate::Args part_args() const {
        auto args = args_;
        args.sources = std::min<std::uint32_t>(args.sources, 16384);
        return args;
    }
    std::vector<double> seconds(int repetitions, int calls, bool warm_up,
                                const nb::accelerate::Args& args) {
        std::vector<double> all(static_cast<std::size_t>(repetitions));
        runtime::submit_timed<nb::accelerate::Kernel<N, false>>(
            context_, args, {.worker = worker_.id},
            {.repetitions = repetitions,
             .calls = calls,
             .seconds = all.data(),
             .warm_up = warm_up},
            acceleration_, position_, position_);
        context_.wait();
        return all;
    }
    std::string variant() {
        context_.wait();
#if defined(TASUKI_HAS_GPU)
        if (worker_.kind == Worker::Kind::gpu)
            return nb::accelerate::variant_on<N>(worker_.device, args_);
#endif
        return {};
    }
    /// Of at most 16 bodies, spread over all.
    double error() const {
        const auto found = acceleration_.read();
        const std::size_t n = bodies_.size();
        const std::size_t step = std::max<std::size_t>(1, n / 16);
        double difference = 0, size = 0;
        for (std::size_t i = 0; i < n; i += step) {
            const auto a = nb::reference_acceleration(bodies_, i, kBenchEps);
            const auto& f = found.span()[i];
            const double components[3] = {f.x, f.y, f.z};
            for (int k = 0; k < 3; ++k) {
                difference += std::pow(components[k] - a[k], 2);
                size += a[k] * a[k];
            }
        }
        const double error = std::sqrt(difference / size);
        // Positions are rounded too, and near pairs feel it.
        const double good = sizeof(typename N::Force) == 4 ? 1e-3 : 1e-11;
        if (!(error < good))
            throw runtime::NumericsError(fmt::format(
                "accelerate, {} bodies in {} precision, is off by {:.1e}, more "
                "than the {:.0e} that rounding explains",
                n, nb::numbers_name<N>(), error, good));
        return error;
    }

    runtime::Context& context_;
    Worker worker_;
    const nb::Bodies& bodies_;
    nb::accelerate::Args args_;
    runtime::Array<nb::Quad<typename N::Force>> acceleration_;
    runtime::Array<nb::Quad<typename N::State>> position_;
};

}  // namespace

double PairRow::best_seconds() const {
    return *std::min_element(seconds.begin(), seconds.end());
}

double PairRow::median_seconds() const {
    return runtime::median(seconds);
}

double PairRow::flops(double of_seconds) const {
    return nb::accelerate::kFlopsPerInteraction * static_cast<double>(n) *
           static_cast<double>(n) / of_seconds;
}

namespace {

/// Calls what(N) with the numbers of a precision.
template <class What>
auto with_numbers(const std::string& precision, const What& what) {
    if (precision == "single") return what(nb::Single{});
    if (precision == "mixed") return what(nb::Mixed{});
    return what(nb::Double{});
}

}  // namespace

void check_variant(const std::string& variant, const std::string& precision) {
    with_numbers(precision, [&]<class N>(N) {
        nb::parse_wish(variant, nb::most_unroll<N>());
    });
}

PairRow bench_pairs(runtime::Context& context, const Worker& worker,
                    const nb::Bodies& bodies, const std::string& precision,
                    const std::string& variant, double long_run) {
    return with_numbers(precision, [&]<class N>(N) {
        return PairTimer<N>{context, worker, bodies, variant}.measure(long_run);
    });
}

}  // namespace tasuki::drivers
