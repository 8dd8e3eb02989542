// Which share of the latitudes makes all workers end together, by trial.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <random>

#include "graphs/sphere/transform.hpp"
#include "runtime/clock.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;
using runtime::Access;
using runtime::Worker;

namespace {

/// How much faster a GPU may be thought before anything was measured.
constexpr double kGuess = 8;
constexpr int kMostRounds = 6;
/// Less than that is not worth to be shared [flop].
constexpr double kWorth = 2e7;
constexpr double kGoodEnough = 1.01;

double seconds_now() {
    return 1e-9 * static_cast<double>(runtime::machine_nanoseconds());
}

std::vector<Speed> first_guess(const runtime::Context& context, Share share) {
    std::vector<Speed> guess;
    for (const Worker& w : context.workers())
        if (share.uses(w.kind))
            guess.push_back({context.ranks().rank(), w.id, w.kind,
                             w.kind == Worker::Kind::gpu ? kGuess : 1});
    return gather_speeds(context.ranks(), guess);
}

}  // namespace

/// Transforms there and back of a transform as it is cut.
class Transform::Trial {
  public:
    explicit Trial(Transform& transform)
        : transform_{transform},
          spectra_{transform.make_spectra(1)},
          fields_{transform.make_fields(1)} {
        {
            std::mt19937_64 random{1};
            std::normal_distribution<double> normal;
            const auto host = spectra_.coefficients.acquire(Access::write);
            for (sp::Complex& s : host.span()) s = {normal(random), 0};
        }
        // Once for plans and first uses.
        static_cast<void>(seconds_until([](bool) {}));
    }

    /// Until all results are there.
    double seconds() {
        return best_of([&](bool synthesis) {
            if (synthesis)
                for (std::size_t b = 0; b < fields_.block.size(); ++b) await(b);
            else if (transform_.options_.to_host)
                static_cast<void>(spectra_.coefficients.acquire(Access::read));
            else
                spectra_.coefficients.wait();
        });
    }

    /// Of each worker, from the time until it has ended, which is known of the
    /// one that is waited for first.
    std::vector<Speed> speeds(const std::vector<Speed>& workers) {
        const auto& ranks = transform_.context_.ranks();
        std::vector<Speed> own;
        for (const Speed& speed : workers) {
            const bool here = speed.rank == ranks.rank();
            const double least = best_of([&](bool synthesis) {
                if (here) await_worker(speed.worker, synthesis);
            });
            if (!here) continue;
            std::size_t pairs = 0;
            for (const Part& part : transform_.parts_)
                if (part.block.rank == speed.rank &&
                    part.block.worker == speed.worker)
                    pairs += part.block.size();
            own.push_back({speed.rank, speed.worker, speed.kind,
                           static_cast<double>(pairs) / least});
        }
        return gather_speeds(ranks, own);
    }

  private:
    void await(std::size_t b) const {
        if (!transform_.is_local(b)) return;
        if (transform_.options_.to_host)
            static_cast<void>(fields_.block[b].acquire(Access::read));
        else
            fields_.block[b].wait();
    }
    void await_worker(int worker, bool synthesis) {
        if (synthesis) {
            for (std::size_t b = 0; b < fields_.block.size(); ++b)
                if (transform_.parts_[b].block.worker == worker) await(b);
            return;
        }
        // The sums of others have to come to the worker that collects.
        if (worker != transform_.main_worker_)
            return spectra_.coefficients.wait();
        for (auto& [key, workspace] : transform_.workspaces_)
            for (const Series& s : workspace.of_worker)
                if (s.worker == worker && s.written) s.sums.wait();
    }

    template <class Await>
    double best_of(const Await& wait_for) {
        constexpr int repetitions = 5;
        double best = seconds_until(wait_for);
        for (int k = 1; k < repetitions; ++k)
            best = std::min(best, seconds_until(wait_for));
        return best;
    }

    /// @param wait_for  called with whether it is a synthesis
    template <class Await>
    double seconds_until(const Await& wait_for) {
        // Somebody wrote the input on the host, as those who want it
        // transformed do.
        const bool to_host = transform_.options_.to_host;
        if (to_host)
            static_cast<void>(spectra_.coefficients.acquire(Access::update));
        const double there = timed([&] {
            transform_.submit_synthesis(spectra_, fields_);
            wait_for(true);
        });
        for (std::size_t b = 0; to_host && b < fields_.block.size(); ++b)
            if (transform_.is_local(b))
                static_cast<void>(fields_.block[b].acquire(Access::update));
        return there + timed([&] {
                   transform_.submit_analysis(fields_, spectra_);
                   wait_for(false);
               });
    }

    template <class Body>
    double timed(const Body& body) {
        transform_.context_.ranks().barrier();
        const double start = seconds_now();
        body();
        const double end = seconds_now();
        transform_.context_.wait();
        return end - start;
    }

    Transform& transform_;
    Spectra spectra_;
    Fields fields_;
};

void Transform::measure() {
    std::vector<Speed> speeds = first_guess(context_, options_.share);
    const bool gpus = std::any_of(speeds.begin(), speeds.end(), [](auto& s) {
        return s.kind == Worker::Kind::gpu;
    });
    if (nominal_flops() < kWorth && gpus)
        std::erase_if(speeds,
                      [](auto& s) { return s.kind == Worker::Kind::cpu; });
    cut(speeds);
    if (speeds.size() < 2 || nominal_flops() < kWorth) return;
    const auto pairs = static_cast<std::size_t>(sp::pairs_of(options_.grid));
    std::vector<Speed> best_speeds;
    double best = 0;
    // The first rank's arithmetic, for all.
    const auto remember = [&](double time) {
        time = context_.ranks().largest(time);
        spdlog::debug("{:.1f} % on the CPU: {:.3f} ms", 100 * cpu_fraction(),
                      1e3 * time);
        if (best_speeds.empty() || time < best) {
            best = time;
            best_speeds = speeds;
        }
    };
    for (int round = 0; round < kMostRounds; ++round) {
        Trial trial{*this};
        remember(trial.seconds());
        auto measured = trial.speeds(speeds);
        double sum = 0;
        for (const Speed& s : measured) sum += s.per_second;
        // Who had nothing has a chance in the next round.
        for (Speed& s : measured)
            s.per_second = std::max(s.per_second, 0.01 * sum);
        const double excess = context_.ranks().largest(
            imbalance(cut_by_speed(pairs, speeds), measured));
        if (excess < kGoodEnough) break;
        speeds = measured;
        cut(speeds);
    }
    // Together they are not always faster than those of one kind alone.
    for (const auto kind : {Worker::Kind::gpu, Worker::Kind::cpu}) {
        const auto all = speeds;
        std::erase_if(speeds, [&](const Speed& s) { return s.kind != kind; });
        if (!speeds.empty() && speeds.size() < all.size()) {
            cut(speeds);
            remember(Trial{*this}.seconds());
        }
        speeds = all;
    }
    cut(best_speeds);
}

}  // namespace tasuki::graphs::sphere
