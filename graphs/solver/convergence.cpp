#include "graphs/solver/convergence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

namespace tasuki::graphs::solver {

using linalg::Course, linalg::Phase;

namespace {

/// At once: the Course holds as many residuals.
constexpr std::int64_t kMostAhead = Course::kResiduals / 2;
/// Iterations in which the residual must fall by a percent.
constexpr std::size_t kPatience = 1000;
/// The iterations aim a little lower than asked, as what they take for the
/// residual is not quite it.
constexpr double kAim = 0.9;
/// A new beginning is worth it if the one before has won this, in |r|^2.
constexpr double kWorthAgain = 0.25;

class Run {
  public:
    Run(runtime::Context& context, runtime::Replay& replay,
        Iteration& iteration, double b2, const Limits& limits,
        const OnProgress& on_progress)
        : replay_{replay},
          iteration_{iteration},
          b2_{b2},
          limits_{limits},
          on_progress_{on_progress},
          reports_{{context, 1}, {context, 1}} {}

    Convergence all() {
        Phase last = Phase::running;
        double before = std::numeric_limits<double>::infinity();
        for (;;) {
            const double now = begin();
            result_.residual = now;
            if (const auto outcome = judge(now, before, last))
                return finish(*outcome);
            before = now;
            last = iterate();
            from_ = last == Phase::converged ? From::direction : From::x;
        }
    }

  private:
    double target() const { return kAim * limits_.tolerance; }
    double relative(double r2) const { return std::sqrt(r2 / b2_); }
    std::int64_t done() const {
        return static_cast<std::int64_t>(result_.residuals.size()) - 1;
    }

    /// @return |b - M_hat x| / |b|
    double begin() {
        iteration_.submit_begin(target() * target() * b2_, from_);
        iteration_.submit_report(reports_[0]);
        const Course course = reports_[0].read()[0];
        aim_ = relative(course.target2);
        const double now = relative(course.begin2);
        if (result_.residuals.empty()) result_.residuals.push_back(now);
        return now;
    }

    /// Whether this was all.
    /// @param before  the residual at the last beginning
    /// @param last    how the iterations since then have ended
    std::optional<Outcome> judge(double now, double before, Phase last) const {
        if (now <= limits_.tolerance) return Outcome::converged;
        if (!std::isfinite(now)) return Outcome::broken;
        if (done() >= limits_.most_iterations) return Outcome::too_slow;
        if (now * now <= kWorthAgain * before * before) {
            if (std::isfinite(before))
                spdlog::debug("solver begins again at a residual of {:.2e}",
                              now);
            return {};
        }
        return last == Phase::broken ? Outcome::broken : Outcome::stagnated;
    }

    /// Up to the end that the workers see, or the host.
    Phase iterate() {
        const std::int64_t first = done();
        submitted_ = first;
        int open = 0;  // of the reports, the next to read
        submit(open, 1);
        for (;;) {
            const bool ahead = submit(1 - open, 0);
            const Course course = reports_[open].read()[0];
            note(course, first);
            if (!course.is_running() || is_stuck() ||
                done() >= limits_.most_iterations)
                return course.phase;
            if (ahead)
                open = 1 - open;
            else
                submit(open, 1);
        }
    }

    /// Submits iterations that will be needed, and a report behind them.
    /// @return  whether there were any
    bool submit(int report, std::int64_t least) {
        const auto wanted = std::max(
            least, iterations_ahead(result_.residuals, submitted_, aim_));
        const auto end = std::min(limits_.most_iterations, submitted_ + wanted);
        if (end == submitted_) return false;
        for (; submitted_ < end; ++submitted_)
            replay_.iteration([this] { iteration_.submit_iteration(); });
        iteration_.submit_report(reports_[report]);
        return true;
    }

    void note(const Course& course, std::int64_t first) {
        while (done() - first < course.iterations)
            result_.residuals.push_back(relative(
                course.residual2[(done() - first + 1) % Course::kResiduals]));
        if (on_progress_) on_progress_(done(), result_.residuals.back());
    }

    bool is_stuck() const {
        const auto& r = result_.residuals;
        if (r.size() <= kPatience) return false;
        const auto recent = r.end() - kPatience;
        return *std::min_element(recent, r.end()) >
               0.99 * *std::min_element(r.begin(), recent);
    }

    Convergence finish(Outcome outcome) {
        result_.outcome = outcome;
        result_.iterations = done();
        return std::move(result_);
    }

    runtime::Replay& replay_;
    Iteration& iteration_;
    double b2_;
    Limits limits_;
    const OnProgress& on_progress_;
    runtime::Array<Course> reports_[2];
    Convergence result_{};
    std::int64_t submitted_ = 0;
    From from_ = From::x;
    double aim_ = 0;  // residual at which the iterations end
};

}  // namespace

std::int64_t iterations_ahead(const std::vector<double>& residuals,
                              std::int64_t submitted, double target) {
    constexpr std::int64_t kFirst = 4;
    const auto done = static_cast<std::int64_t>(residuals.size()) - 1;
    const auto known = std::min(done, kMostAhead);
    if (known == 0) return kFirst;
    const double now = residuals.back();
    const double fall =
        std::log(residuals[done - known] / now) / static_cast<double>(known);
    if (!(fall > 0)) return kFirst;
    const double left = std::ceil(std::log(now / target) / fall);
    return static_cast<std::int64_t>(
        std::clamp(left - static_cast<double>(submitted - done), 0.0,
                   static_cast<double>(kMostAhead)));
}

Convergence converge(runtime::Context& context, runtime::Replay& replay,
                     Iteration& iteration, double b2, const Limits& limits,
                     const OnProgress& on_progress) {
    // What was submitted before has a time of its own.
    context.wait();
    const auto start = std::chrono::steady_clock::now();
    auto result =
        Run{context, replay, iteration, b2, limits, on_progress}.all();
    context.wait();
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    return result;
}

bool append(Convergence& all, Convergence&& more) {
    all.outcome = more.outcome;
    all.iterations += more.iterations;
    all.residual = more.residual;
    all.seconds += more.seconds;
    // Its first one is the last one of those before, computed from x.
    const auto& r = more.residuals;
    all.residuals.insert(all.residuals.end(),
                         r.begin() + (all.residuals.empty() ? 0 : 1), r.end());
    return all.outcome == Outcome::stagnated || all.outcome == Outcome::broken;
}

std::string describe_residuals(const std::vector<double>& residuals,
                               std::size_t most) {
    std::vector<std::string> shown;
    const std::size_t last = residuals.size() - 1;
    const std::size_t step = std::max<std::size_t>(1, last / most);
    for (std::size_t k = 0; k < last; k += step)
        shown.push_back(fmt::format("{}: {:.3g}", k, residuals[k]));
    shown.push_back(fmt::format("{}: {:.3g}", last, residuals[last]));
    return fmt::format("{}", fmt::join(shown, ", "));
}

}  // namespace tasuki::graphs::solver
