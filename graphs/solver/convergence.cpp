#include "graphs/solver/convergence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "runtime/core/log.hpp"

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

/// A right-hand side among those that are solved for together.
struct Column {
    double b2;
    bool is_open;  ///< not yet given up or solved
    Convergence result{};
    double before = std::numeric_limits<double>::infinity();
    double aim = 0;          ///< residual at which the iterations end
    std::int64_t first = 0;  ///< iterations before the last beginning
    Phase phase = Phase::running;

    double relative(double r2) const { return std::sqrt(r2 / b2); }
    std::int64_t done() const {
        return static_cast<std::int64_t>(result.residuals.size()) - 1;
    }
    bool is_running() const { return is_open && phase == Phase::running; }
    bool is_stuck() const {
        const auto& r = result.residuals;
        if (r.size() <= kPatience) return false;
        const auto recent = r.end() - kPatience;
        return *std::min_element(recent, r.end()) >
               0.99 * *std::min_element(r.begin(), recent);
    }
};

class Run {
  public:
    Run(runtime::Context& context, Iteration& iteration,
        std::optional<runtime::Graph>& graph, const std::vector<double>& b2,
        const Limits& limits, const OnProgress& on_progress)
        : context_{context},
          iteration_{iteration},
          graph_{graph},
          limits_{limits},
          on_progress_{on_progress},
          reports_{{context, b2.size()}, {context, b2.size()}} {
        for (const double each : b2) columns_.push_back({each, each > 0});
    }

    std::vector<Convergence> all() {
        while (any(&Column::is_open)) {
            begin();
            for (Column& column : columns_)
                if (column.is_open) judge(column);
            if (!any(&Column::is_open)) break;
            iterate();
        }
        std::vector<Convergence> results;
        for (Column& column : columns_) {
            column.result.iterations = std::max<std::int64_t>(column.done(), 0);
            results.push_back(std::move(column.result));
        }
        return results;
    }

  private:
    using Courses = std::vector<Course>;

    template <class Member>
    bool any(Member member) const {
        return std::ranges::any_of(columns_, [&](const Column& column) {
            return std::invoke(member, column);
        });
    }
    double target() const { return kAim * limits_.tolerance; }
    Courses read(int report) const {
        const auto courses = reports_[report].read();
        return {courses.span().begin(), courses.span().end()};
    }

    void begin() {
        std::vector<double> target2;
        bool all_converged = true;
        for (const Column& column : columns_) {
            target2.push_back(column.is_open
                                  ? target() * target() * column.b2
                                  : std::numeric_limits<double>::infinity());
            if (column.is_open && column.phase != Phase::converged)
                all_converged = false;
        }
        iteration_.submit_begin(target2,
                                all_converged ? From::direction : From::x);
        iteration_.submit_report(reports_[0]);
        const auto courses = read(0);
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            Column& column = columns_[c];
            if (!column.is_open) continue;
            column.aim = column.relative(courses[c].target2);
            column.result.residual = column.relative(courses[c].begin2);
            if (column.result.residuals.empty())
                column.result.residuals.push_back(column.result.residual);
        }
    }

    /// Whether a column that begins again has an end.
    void judge(Column& column) const {
        const double now = column.result.residual;
        const auto end = [&](Outcome outcome) {
            column.result.outcome = outcome;
            column.is_open = false;
        };
        if (now <= limits_.tolerance) return end(Outcome::converged);
        if (!std::isfinite(now)) return end(Outcome::broken);
        if (column.done() >= limits_.most_iterations)
            return end(Outcome::too_slow);
        if (now * now > kWorthAgain * column.before * column.before)
            return end(column.phase == Phase::broken ? Outcome::broken
                                                     : Outcome::stagnated);
        if (std::isfinite(column.before))
            runtime::logger().debug(
                "solver begins again at a residual of {:.2e}", now);
        column.before = now;
    }

    /// Up to the end that the workers see, or the host.
    void iterate() {
        submitted_ = 0;
        for (Column& column : columns_) {
            column.first = column.done();
            column.phase = Phase::running;
        }
        int open = 0;  // of the reports, the next to read
        submit(open, 1);
        for (;;) {
            const bool ahead = submit(1 - open, 0);
            note(read(open));
            if (!any(&Column::is_running) || must_stop()) return;
            if (ahead)
                open = 1 - open;
            else
                submit(open, 1);
        }
    }

    bool must_stop() const {
        return any([this](const Column& column) {
            return column.is_running() &&
                   (column.is_stuck() ||
                    column.done() >= limits_.most_iterations);
        });
    }

    /// Submits iterations that will be needed, and a report behind them.
    /// @return  whether there were any
    bool submit(int report, std::int64_t least) {
        std::int64_t wanted = least, most = limits_.most_iterations;
        for (const Column& column : columns_) {
            if (!column.is_running()) continue;
            wanted =
                std::max(wanted, iterations_ahead(column.result.residuals,
                                                  column.first + submitted_,
                                                  column.aim));
            most = std::min(most, limits_.most_iterations - column.first);
        }
        const auto end = std::min(most, submitted_ + wanted);
        if (end <= submitted_) return false;
        graph_of(context_, iteration_, graph_)
            .run(end - std::exchange(submitted_, end));
        iteration_.submit_report(reports_[report]);
        return true;
    }

    void note(const Courses& courses) {
        std::vector<Progress> progress;
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            Column& column = columns_[c];
            auto& residuals = column.result.residuals;
            if (column.is_open) {
                const Course& course = courses[c];
                while (column.done() - column.first < course.iterations)
                    residuals.push_back(column.relative(
                        course.residual2[(column.done() - column.first + 1) %
                                         Course::kResiduals]));
                column.phase = course.phase;
            }
            progress.push_back(residuals.empty()
                                   ? Progress{0, 0}
                                   : Progress{column.done(), residuals.back()});
        }
        if (on_progress_) on_progress_(progress);
    }

    runtime::Context& context_;
    Iteration& iteration_;
    std::optional<runtime::Graph>& graph_;
    Limits limits_;
    const OnProgress& on_progress_;
    runtime::Array<Course> reports_[2];
    std::vector<Column> columns_;
    std::int64_t submitted_ = 0;  // since the last beginning
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

runtime::Graph& graph_of(runtime::Context& context, Iteration& iteration,
                         std::optional<runtime::Graph>& graph) {
    if (!graph)
        graph = runtime::record(context, [&] { iteration.submit_iteration(); });
    return *graph;
}

std::vector<Convergence> converge(runtime::Context& context,
                                  Iteration& iteration,
                                  std::optional<runtime::Graph>& graph,
                                  const std::vector<double>& b2,
                                  const Limits& limits,
                                  const OnProgress& on_progress) {
    // What was submitted before has a time of its own.
    context.wait();
    const auto start = std::chrono::steady_clock::now();
    auto results =
        Run{context, iteration, graph, b2, limits, on_progress}.all();
    context.wait();
    const std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    const auto open = std::ranges::count_if(b2, [](double x) { return x > 0; });
    for (std::size_t c = 0; c < b2.size(); ++c)
        if (b2[c] > 0)
            results[c].seconds = spent.count() / static_cast<double>(open);
    return results;
}

void append(Convergence& all, Convergence&& more) {
    all.outcome = more.outcome;
    all.iterations += more.iterations;
    all.residual = more.residual;
    all.seconds += more.seconds;
    // Its first one is the last one of those before, computed from x.
    const auto& r = more.residuals;
    all.residuals.insert(all.residuals.end(),
                         r.begin() + (all.residuals.empty() ? 0 : 1), r.end());
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
