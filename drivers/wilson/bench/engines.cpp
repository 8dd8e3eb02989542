#include "drivers/wilson/bench/engines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "codelets/wilson/reference.hpp"
#include "codelets/wilson/variants.hpp"
#include "drivers/common/stalls.hpp"
#include "drivers/wilson/bench/engine.hpp"
#include "drivers/wilson/check.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"
#include "runtime/mpi/ranks.hpp"

namespace tasuki::drivers {

namespace {

using graphs::wilson::Placement;
using runtime::Worker;

/// All engines of a table, in one stored form.
template <class T, int kLinkReals>
class Form {
  public:
    Form(runtime::Context& context, const EngineBenchOptions& options,
         const EngineProblem& problem)
        : context_{context}, options_{options}, problem_{problem} {
        for (const auto& name : options.engines) {
            engines_.push_back(
                make_engine<T, kLinkReals>(name, context, problem));
            rows_.push_back({name,
                             wilson::number_name<T>(),
                             kLinkReals,
                             static_cast<double>(problem.u.extents().volume()),
                             0,
                             0,
                             {},
                             0});
        }
    }

    std::vector<EngineRow> measure() {
        for (std::size_t k = 0; k < engines_.size(); ++k) check(k);
        warm_up();
        for (int r = 0; r < options_.repetitions; ++r)
            for (std::size_t k = 0; k < engines_.size(); ++k)
                rows_[k].seconds.push_back(
                    round(*engines_[k], rows_[k].iterations));
        compare();
        return rows_;
    }

  private:
    void check(std::size_t k) {
        const auto pause = pause_for(*engines_[k]);
        auto& row = rows_[k];
        const auto sites = sites_to_check(problem_.decomposition);
        row.error = context_.ranks().largest(wilson::reference::relative_error(
            problem_.u, problem_.source, engines_[k]->result(),
            {problem_.options.kappa, problem_.options.bc_t}, sites));
        if (!(row.error <= kWilsonTolerance<T>))
            throw runtime::NumericsError(fmt::format(
                "engine {} in {} precision with {} reals per link: D source "
                "differs from the reference by {:.2e} (relative); rounding "
                "explains {:.0e}",
                row.engine, row.precision, row.reconstruct, row.error,
                kWilsonTolerance<T>));
    }

    /// The same number of applications for all, of about 50 ms.
    void warm_up() {
        // Model-based policies measure each task ten times on each kind of
        // worker before they decide.
        const bool learns =
            problem_.options.placement.name() == Placement::Name::dynamic;
        double fastest = 0;
        for (const auto& engine : engines_) {
            const double once = round(*engine, learns ? 24 : 4);
            if (fastest == 0 || once < fastest) fastest = once;
        }
        const int iterations =
            2 * std::clamp(static_cast<int>(0.025 / fastest), 1, 500);
        for (std::size_t k = 0; k < engines_.size(); ++k) {
            rows_[k].iterations = iterations;
            round(*engines_[k], iterations);
        }
    }

    /// Seconds per application on the slowest rank, `iterations` of them in
    /// flight.
    double round(Engine& engine, int iterations) {
        const auto pause = pause_for(engine);
        context_.ranks().barrier();
        const auto start = std::chrono::steady_clock::now();
        engine.apply(iterations);
        engine.wait();
        const std::chrono::duration<double> elapsed =
            std::chrono::steady_clock::now() - start;
        return context_.ranks().largest(elapsed.count()) / iterations;
    }

    std::unique_ptr<runtime::Pause> pause_for(const Engine& engine) {
        return engine.uses_starpu()
                   ? nullptr
                   : std::make_unique<runtime::Pause>(context_);
    }

    void compare() {
        const auto tasuki =
            std::ranges::find(rows_, "tasuki", &EngineRow::engine);
        if (tasuki == rows_.end()) return;
        for (EngineRow& row : rows_)
            row.over_engine =
                runtime::median(tasuki->seconds) / runtime::median(row.seconds);
    }

    runtime::Context& context_;
    const EngineBenchOptions& options_;
    const EngineProblem& problem_;
    std::vector<std::unique_ptr<Engine>> engines_;
    std::vector<EngineRow> rows_;
};

template <class T>
void measure_forms(runtime::Context& context, const EngineBenchOptions& options,
                   const EngineProblem& problem, EngineTable& table) {
    for (const int reals : options.reconstructs) {
        const auto add = [&](auto form) {
            const auto rows = form.measure();
            table.rows.insert(table.rows.end(), rows.begin(), rows.end());
        };
        if (reals == 18)
            add(Form<T, 18>{context, options, problem});
        else if (reals == 12)
            add(Form<T, 12>{context, options, problem});
        else
            add(Form<T, 8>{context, options, problem});
    }
}

/// Those of this rank, and where there are several of all, with their rank.
std::vector<std::string> worker_names(const runtime::Context& context) {
    const auto& ranks = context.ranks();
    std::vector<std::string> lines;
    for (const auto& worker : context.workers())
        lines.push_back(ranks.several() ? fmt::format("rank {} {}",
                                                      ranks.rank(), worker.name)
                                        : worker.name);
    std::vector<std::string> names;
    for (const auto& part : ranks.gather(Json(lines).dump()))
        for (const auto& name : Json::parse(part)) names.push_back(name);
    return names;
}

}  // namespace

double EngineRow::gflops(double flops_per_site) const {
    return 1e-9 * flops_per_site * sites / runtime::median(seconds);
}

EngineTable bench_engines(const EngineCase& which, const KernelData& data,
                          const EngineBenchOptions& options) {
    const auto placement = Placement::parse(which.placement);
    // GPU workers poll: without work for them, their CPUs are the CPU's.
    const bool cpu_only =
        placement.name() == Placement::Name::cpu && options.gpus < 0;
    runtime::Context context{{.cpus = options.cpus,
                              .gpus = cpu_only ? 0 : options.gpus,
                              .ranks = &runtime::mpi_ranks(),
                              .capture = runtime::Capture::on,
                              .stalls = stalls()}};
    const EngineProblem problem{
        data.u, data.psi, which.decomposition, {kKappa, kBcT, placement}};
    const auto& cut = which.decomposition;
    EngineTable table{cut.whole(),
                      cut.grid(),
                      cut.ranks().ranks,
                      which.placement,
                      context.policy(),
                      worker_names(context),
                      {}};
    for (const auto& precision : options.precisions)
        if (precision == "double")
            measure_forms<double>(context, options, problem, table);
        else
            measure_forms<float>(context, options, problem, table);
    return table;
}

}  // namespace tasuki::drivers
