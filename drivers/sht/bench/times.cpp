#include "drivers/sht/bench/times.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

namespace tasuki::drivers {

namespace {

namespace gs = graphs::sphere;
using runtime::Access;

constexpr int kRepetitions = 9;
constexpr double kInFlight = 2e-2;  // [s] of transforms between two clock reads

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Somebody writes the array on the host, as who has results there does: no
/// other copy is valid then.
template <class T>
void touch(runtime::Array<T>& array) {
    static_cast<void>(array.update());
}

class Timer {
  public:
    Timer(runtime::Context& context, gs::Transform& transform, bool to_host)
        : context_{context},
          transform_{transform},
          to_host_{to_host},
          spectra_{transform.make_spectra(1)},
          fields_{transform.make_fields(1), transform.make_fields(1)} {
        std::mt19937_64 random{1};
        std::normal_distribution<double> normal;
        const auto& t = transform.options().truncation;
        spectrum_.resize(t.size());
        for (auto& s : spectrum_) s = {normal(random), normal(random)};
        for (int n = 0; n <= t.degrees; ++n) spectrum_[t.index(0, n)].imag(0);
        transform.assign(spectra_, 0, spectrum_);
    }

    double synthesis(int transforms) {
        if (to_host_) touch(spectra_.coefficients);
        return timed(transforms, [&] {
            transform_.submit_synthesis(spectra_, fields_[turn_]);
            if (!to_host_) {
                turn_ = 1 - turn_;
                return;
            }
            for_own(
                [&](const auto& block) { static_cast<void>(block.read()); });
        });
    }
    double analysis(int transforms) {
        if (to_host_) for_own([](auto& block) { touch(block); });
        return timed(transforms, [&] {
            transform_.submit_analysis(fields_[0], spectra_);
            if (to_host_) static_cast<void>(spectra_.coefficients.read());
        });
    }

    /// After one synthesis and one analysis of what it gave.
    double roundtrip_rms() const {
        const auto back = transform_.collect(spectra_, 0);
        double error = 0, size = 0;
        for (std::size_t i = 0; i < back.size(); ++i) {
            error += std::norm(back[i] - spectrum_[i]);
            size += std::norm(spectrum_[i]);
        }
        return std::sqrt(error / size);
    }

  private:
    template <class Body>
    void for_own(const Body& body) {
        for (std::size_t b = 0; b < transform_.parts().size(); ++b)
            if (transform_.is_local(b)) body(fields_[0].block[b]);
    }
    template <class Body>
    double timed(int transforms, const Body& body) {
        context_.wait();
        context_.ranks().barrier();
        const auto start = Clock::now();
        for (int k = 0; k < transforms; ++k) body();
        if (!to_host_) context_.wait();
        const double seconds = since(start) / transforms;
        return context_.ranks().largest(seconds);
    }

    runtime::Context& context_;
    gs::Transform& transform_;
    bool to_host_;
    int turn_ = 0;
    gs::Spectra spectra_;
    gs::Fields fields_[2];  // in turns
    std::vector<sphere::Complex> spectrum_;
};

}  // namespace

RoundTrip time_transforms(runtime::Context& context, int truncation,
                          graphs::Share share, bool to_host, int gpu_blocks) {
    const auto grid =
        sphere::quadratic_grid(sphere::Latitudes::gauss, truncation);
    gs::Transform transform{context,
                            {.truncation = sphere::triangle(truncation),
                             .grid = grid,
                             .share = share,
                             .to_host = to_host,
                             .gpu_blocks = gpu_blocks}};
    RoundTrip times{truncation,
                    grid.latitudes,
                    grid.longitudes,
                    no_times(transform, gs::Direction::synthesis, 1),
                    no_times(transform, gs::Direction::analysis, 1),
                    0};
    Timer timer{context, transform, to_host};
    timer.synthesis(1);
    timer.analysis(1);
    times.roundtrip_rms = timer.roundtrip_rms();
    int there = 1, back = 1;
    if (!to_host) {
        there = std::max(1, int(kInFlight / timer.synthesis(3)));
        back = std::max(1, int(kInFlight / timer.analysis(3)));
    }
    for (int k = 0; k < kRepetitions; ++k) {
        times.synthesis.seconds.push_back(timer.synthesis(there));
        times.analysis.seconds.push_back(timer.analysis(back));
    }
    return times;
}

}  // namespace tasuki::drivers
