#include "drivers/solve/failure.hpp"

#include <fmt/format.h>

#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

using graphs::solver::Convergence, graphs::solver::Outcome;

std::string reason_of(const Convergence& c) {
    switch (c.outcome) {
        case Outcome::too_slow:
            return "--max-iterations";
        case Outcome::stagnated:
            return "the residual does not fall any more";
        case Outcome::broken:
            return "NaN, infinity or division by zero";
        case Outcome::converged:
            break;
    }
    return "b - M x, without preconditioning, is larger";
}

std::string hint_of(const Convergence& c) {
    constexpr double kRounding = 1e-13;
    if (c.outcome == Outcome::stagnated && c.residual < kRounding)
        return "the tolerance is below what double precision can reach";
    if (c.outcome == Outcome::broken)
        return "a number became too large, or the method broke down: take "
               "another --solver or a smaller --kappa";
    return "kappa may be beyond its critical value on this configuration: take "
           "a smaller one, another --solver, or more --max-iterations";
}

}  // namespace

void refuse_solution(const SolveOptions& options, const std::string& source,
                     const graphs::solver::Solution& s) {
    const Convergence& c = s.convergence;
    throw runtime::NumericsError(fmt::format(
        "source {}: {} reached |b - M x| / |b| = {:.3g} in {} iterations, not "
        "{:g} ({}); residual after iteration {}; {}",
        source, options.solver, s.true_residual, c.iterations,
        options.tolerance, reason_of(c),
        graphs::solver::describe_residuals(c.residuals), hint_of(c)));
}

}  // namespace tasuki::drivers
