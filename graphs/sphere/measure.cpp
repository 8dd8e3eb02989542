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
/// Less than that is not worth to be shared well [flop].
constexpr double kWorth = 1e8;
constexpr double kGoodEnough = 1.01;

double seconds() {
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

/// Transforms there and back, and for each worker the time until it has ended,
/// which is known of the one that is waited for first.
std::vector<Speed> Transform::measured_speeds(const std::vector<Speed>& guess) {
    const Spectra spectra = make_spectra(1);
    const Fields fields = make_fields(1);
    {
        std::mt19937_64 random{1};
        std::normal_distribution<double> normal;
        const auto host = spectra.coefficients.acquire(Access::write);
        for (sp::Complex& s : host.span()) s = {normal(random), 0};
    }
    const int rank = context_.ranks().rank();
    const auto await = [&](int worker) {
        for (std::size_t b = 0; b < parts_.size(); ++b) {
            if (!is_local(b) || parts_[b].block.worker != worker) continue;
            if (options_.to_host)
                static_cast<void>(fields.block[b].acquire(Access::read));
            else
                fields.block[b].wait();
        }
    };
    const auto await_sums = [&](int worker) {
        for (const Series& s : workspace(1).of_worker)
            if (s.worker == worker) s.sums.wait();
    };
    // Once for plans and first uses.
    submit_synthesis(spectra, fields);
    submit_analysis(fields, spectra);
    context_.wait();
    std::vector<Speed> own;
    for (const Speed& speed : guess) {
        double best = 0;
        constexpr int repetitions = 3;
        for (int k = 0; k < repetitions; ++k) {
            context_.ranks().barrier();
            const auto start = seconds();
            submit_synthesis(spectra, fields);
            if (speed.rank == rank) await(speed.worker);
            const double there = seconds() - start;
            context_.wait();
            // Somebody wrote the fields on the host, as those who want them
            // analyzed do.
            for (std::size_t b = 0; options_.to_host && b < parts_.size(); ++b)
                if (is_local(b))
                    static_cast<void>(fields.block[b].acquire(Access::update));
            context_.ranks().barrier();
            const auto again = seconds();
            submit_analysis(fields, spectra);
            if (speed.rank == rank) await_sums(speed.worker);
            const double back = seconds() - again;
            context_.wait();
            if (k == 0 || there + back < best) best = there + back;
        }
        if (speed.rank != rank) continue;
        std::size_t pairs = 0;
        for (const Part& part : parts_)
            if (part.block.rank == rank && part.block.worker == speed.worker)
                pairs += part.block.size();
        own.push_back({rank, speed.worker, speed.kind,
                       pairs > 0 ? static_cast<double>(pairs) / best : 0});
    }
    return gather_speeds(context_.ranks(), own);
}

void Transform::measure() {
    std::vector<Speed> speeds = first_guess(context_, options_.share);
    cut(speeds);
    if (speeds.size() < 2 || nominal_flops() < kWorth) return;
    double last = 0;
    for (int round = 0; round < kMostRounds; ++round) {
        std::vector<Block> blocks;
        for (const Part& part : parts_) blocks.push_back(part.block);
        auto measured = measured_speeds(speeds);
        double sum = 0;
        for (const Speed& s : measured) sum += s.per_second;
        // Who had nothing has a chance in the next round.
        for (Speed& s : measured)
            s.per_second = std::max(s.per_second, 0.01 * sum);
        const auto wanted = cut_by_speed(
            static_cast<std::size_t>(sp::pairs_of(options_.grid)), measured);
        last = imbalance(
            cut_by_speed(static_cast<std::size_t>(sp::pairs_of(options_.grid)),
                         speeds),
            measured);
        spdlog::debug("round {}: {:.1f} % on the CPU, imbalance {:.3f}", round,
                      100 * cpu_fraction(), last);
        // The first rank's arithmetic, for all.
        last = context_.ranks().largest(last);
        if (last < kGoodEnough) break;
        speeds = measured;
        cut(speeds);
    }
    spdlog::debug("latitudes cut by speed: {:.1f} % on the CPU",
                  100 * cpu_fraction());
}

}  // namespace tasuki::graphs::sphere
