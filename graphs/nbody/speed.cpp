#include "graphs/nbody/speed.hpp"

#include <algorithm>
#include <deque>

#include "runtime/core/array.hpp"
#include "simulation/simulation.hpp"
#include "simulation/timed.hpp"

namespace tasuki::graphs::nbody {

namespace {

namespace nb = tasuki::nbody;
using runtime::Access;
using runtime::Worker;

constexpr double kSeconds = 5e-3;  // of one measurement
constexpr int kRepetitions = 3;

/// One worker with what it is measured on.
template <class N>
class Trial {
  public:
    Trial(runtime::Context& context, const Worker& worker, std::size_t targets,
          std::size_t sources, const nb::Wish& wish)
        : context_{context},
          worker_{worker},
          args_{static_cast<std::uint32_t>(targets),
                static_cast<std::uint32_t>(sources), 1e-4, wish},
          acceleration_{context, targets},
          target_{context, targets},
          source_{context, sources} {
        scatter(target_);
        scatter(source_);
        if (worker.kind == Worker::Kind::gpu && !runtime::simulates())
            runtime::submit<nb::accelerate::TuneKernel<N>>(
                context_, args_, {.worker = worker.id}, acceleration_, target_,
                source_);
    }
    void submit(int calls) {
        runtime::submit_timed<nb::accelerate::Kernel<N, false>>(
            context_, args_,
            {.worker = worker_.id,
             .flops = nb::accelerate::kFlopsPerInteraction * pairs(),
             .number_bytes = sizeof(typename N::Force)},
            {.repetitions = kRepetitions, .calls = calls, .seconds = seconds_},
            acceleration_, target_, source_);
    }
    /// After the tasks have ended.
    double pairs_per_second() {
        std::sort(std::begin(seconds_), std::end(seconds_));
        return pairs() / seconds_[kRepetitions / 2];
    }
    int calls_for(double seconds) const {
        const double one = seconds_[kRepetitions / 2];
        return static_cast<int>(std::clamp(seconds / one, 1.0, 1000.0));
    }
    const Worker& worker() const { return worker_; }

  private:
    double pairs() const {
        return static_cast<double>(args_.targets) * args_.sources;
    }
    /// Any places but equal ones.
    static void scatter(runtime::Array<nb::Quad<typename N::State>>& bodies) {
        using S = typename N::State;
        const auto host = bodies.write();
        int k = 0;
        for (auto& b : host.span()) {
            ++k;
            b = {S(0.01) * static_cast<S>(k % 101),
                 S(0.01) * static_cast<S>(k % 103),
                 S(0.01) * static_cast<S>(k % 107), S(1e-3)};
        }
    }

    runtime::Context& context_;
    Worker worker_;
    nb::accelerate::Args args_;
    runtime::Array<nb::Quad<typename N::Force>> acceleration_;
    runtime::Array<nb::Quad<typename N::State>> target_, source_;
    double seconds_[kRepetitions];
};

}  // namespace

template <class N>
std::vector<Speed> measure_speeds(runtime::Context& context, std::size_t bodies,
                                  const nb::Wish& wish) {
    constexpr std::size_t gpu_sources = 8192, cpu_bodies = 2048;
    std::deque<Trial<N>> trials;
    for (const Worker& w : context.workers()) {
        const bool gpu = w.kind == Worker::Kind::gpu;
        trials.emplace_back(
            context, w, gpu ? bodies : std::min(bodies, cpu_bodies),
            std::min(bodies, gpu ? gpu_sources : cpu_bodies), wish);
    }
    for (auto& trial : trials) trial.submit(1);
    context.wait();
    for (auto& trial : trials) trial.submit(trial.calls_for(kSeconds));
    context.wait();
    std::vector<Speed> speeds;
    for (auto& trial : trials)
        speeds.push_back({context.ranks().rank(), trial.worker().id,
                          trial.worker().kind, trial.pairs_per_second()});
    return speeds;
}

template std::vector<Speed> measure_speeds<nb::Single>(runtime::Context&,
                                                       std::size_t,
                                                       const nb::Wish&);
template std::vector<Speed> measure_speeds<nb::Mixed>(runtime::Context&,
                                                      std::size_t,
                                                      const nb::Wish&);
template std::vector<Speed> measure_speeds<nb::Double>(runtime::Context&,
                                                       std::size_t,
                                                       const nb::Wish&);

}  // namespace tasuki::graphs::nbody
