#include "python/wilson_state.hpp"

#include <algorithm>
#include <utility>

namespace tasuki::python {

using graphs::solver::Inner;

WilsonState::WilsonState(runtime::Context& context,
                         const graphs::wilson::Decomposition& decomposition,
                         lattice::GaugeField u,
                         const graphs::wilson::OperatorOptions& options)
    : context_{context},
      decomposition_{decomposition},
      u_{std::move(u)},
      options_{options},
      d_{context, decomposition, u_, options},
      psi_{context, decomposition},
      out_{context, decomposition} {}

lattice::SpinorField WilsonState::apply(const lattice::SpinorField& psi) {
    psi_.write(psi);
    d_.submit_apply(psi_, out_);
    return out_.read();
}

void WilsonState::solve(const std::vector<Solver::Source>& sources,
                        const SolveSettings& settings, Solver::Fetch fetch,
                        const std::function<void()>& on_progress,
                        const OnSolutions& on_solutions) {
    Solver& with = solver(sources.size(), settings);
    const auto columns = static_cast<std::size_t>(std::get<int>(made_for_));
    try {
        for (std::size_t first = 0; first < sources.size(); first += columns) {
            const auto begin =
                sources.begin() + static_cast<std::ptrdiff_t>(first);
            const auto count = std::min(columns, sources.size() - first);
            auto solutions = with.solve(
                {begin, begin + static_cast<std::ptrdiff_t>(count)},
                settings.limits, [&](const auto&) { on_progress(); }, fetch);
            on_solutions(first, with, std::move(solutions));
        }
    } catch (...) {
        // It may be in the middle of an iteration.
        context_.wait();
        solver_.reset();
        throw;
    }
}

WilsonState::Solver& WilsonState::solver(std::size_t sources,
                                         const SolveSettings& settings) {
    const int columns = static_cast<int>(std::min(
        sources, static_cast<std::size_t>(most_columns(settings.inner))));
    const std::tuple wanted{settings.method, settings.inner, columns};
    if (solver_ && wanted == made_for_) return *solver_;
    solver_.reset();  // before the next one needs memory
    solver_ = std::make_unique<Solver>(
        context_, decomposition_, u_,
        graphs::solver::EvenOddOptions{options_.kappa, options_.bc_t,
                                       options_.placement},
        settings.method, settings.inner, columns);
    made_for_ = wanted;
    return *solver_;
}

/// On GPUs twelve, on CPUs four, where twelve are slower (docs/performance.md);
/// fewer where a GPU has not the memory.
int WilsonState::most_columns(Inner inner) const {
    constexpr double usable = 0.9;
    const auto gpus = context_.workers(runtime::Worker::Kind::gpu);
    if (gpus.empty() || options_.placement.bulk() == runtime::Where::cpu)
        return 4;
    const auto smallest =
        std::ranges::min_element(gpus, {}, &runtime::Worker::memory);
    for (const int columns : {12, 6, 4, 3, 2})
        if (Solver::device_bytes(decomposition_, inner,
                                 static_cast<int>(gpus.size()), columns) <=
            usable * static_cast<double>(smallest->memory))
            return columns;
    return 1;
}

}  // namespace tasuki::python
