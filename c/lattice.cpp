// The Wilson-Dirac operator of tasuki.h.
#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "c/context.hpp"
#include "graphs/solver/wilson_solver.hpp"
#include "interface/fields.hpp"

using namespace tasuki;
using graphs::solver::Inner, graphs::solver::Method, graphs::solver::Outcome;
using graphs::wilson::Decomposition;
using lattice::Extents, lattice::kDimensions, lattice::SpinorField;
using runtime::UsageError;

struct tasuki_wilson {
    tasuki_wilson(tasuki_context& owner, const Decomposition& d,
                  lattice::GaugeField links,
                  const graphs::solver::EvenOddOptions& options, Method method,
                  Inner inner)
        : object{owner}, u{std::move(links)}, solver{owner.context,
                                                     d,
                                                     u,
                                                     options,
                                                     method,
                                                     inner} {}

    c::Object object;  // the last to end
    lattice::GaugeField u;
    graphs::solver::WilsonSolver solver;

    SpinorField field(const tasuki_complex* data, const char* name) const {
        return interface::spinor_field(u.extents(), &c::given(data, name));
    }
};

namespace {

/// @param sites  along T, Z, Y, X
Extents extents_of(const int* sites) {
    Extents extents;
    for (int mu = 0; mu < kDimensions; ++mu) {
        extents.n[mu] = (&c::given(sites, "extents"))[kDimensions - 1 - mu];
        if (extents[mu] < 1 || extents[mu] > interface::kMostSites)
            throw UsageError(
                fmt::format("extents: expected 1 to {} in direction {}, found "
                            "{}",
                            interface::kMostSites, "XYZT"[mu], extents[mu]));
    }
    return extents;
}

/// @param blocks  along T, Z, Y, X; all 0: one for each GPU, along T
Decomposition cut(const runtime::Context& context, const Extents& extents,
                  std::span<const int, 4> blocks) {
    if (std::ranges::all_of(blocks, [](int n) { return n == 0; })) {
        const int gpus = context.count(runtime::Worker::Kind::gpu);
        return {
            extents,
            {{1, 1, 1, graphs::wilson::fitting_t_blocks(extents[3], gpus)}}};
    }
    return {extents, {{blocks[3], blocks[2], blocks[1], blocks[0]}}};
}

std::unique_ptr<tasuki_wilson> make_wilson(tasuki_context& owner,
                                           const Extents& extents,
                                           const tasuki_complex& links,
                                           const tasuki_wilson_options& o) {
    interface::check_finite("kappa", o.kappa);
    interface::check_finite("csw", o.csw);
    interface::check_finite("mu", o.mu);
    const int bc_t = c::chosen<int>("boundary", o.boundary,
                                    {{TASUKI_ANTIPERIODIC, "antiperiodic", -1},
                                     {TASUKI_PERIODIC, "periodic", 1}});
    const auto method =
        c::chosen<Method>("method", o.method,
                          {{TASUKI_CG, "cg", Method::cg},
                           {TASUKI_BICGSTAB, "bicgstab", Method::bicgstab}});
    const auto inner =
        c::chosen<Inner>("precision", o.precision,
                         {{TASUKI_DOUBLE, "double", Inner::none},
                          {TASUKI_SINGLE, "single", Inner::single},
                          {TASUKI_HALF, "half", Inner::half}});
    const auto d = cut(owner.context, extents, o.blocks);
    const auto placement =
        interface::measured_placement(owner.context, d, owner.placement);
    return std::make_unique<tasuki_wilson>(
        owner, d, interface::gauge_field(extents, &links),
        graphs::solver::EvenOddOptions{o.kappa, bc_t, placement, o.csw, o.mu},
        method, inner);
}

const char* reason_of(const graphs::solver::Convergence& c) {
    switch (c.outcome) {
        case Outcome::too_slow:
            return "there were no more iterations";
        case Outcome::stagnated:
            return "the residual does not fall any more";
        case Outcome::broken:
            return "NaN, infinity or division by zero";
        case Outcome::converged:
            break;
    }
    return "the residual without preconditioning is larger";
}

/// Numbers into a caller's array.
void copy_out(const SpinorField& field, tasuki_complex* to) {
    lattice::copy_field(to, field.sites.data(),
                        field.sites.size() * sizeof(field.sites[0]));
}

}  // namespace

int tasuki_wilson_create(tasuki_context* context, const int extents[4],
                         const tasuki_complex* links,
                         const tasuki_wilson_options* options,
                         tasuki_wilson** wilson) {
    return c::create(context, wilson, [&](tasuki_context& owner) {
        return make_wilson(owner, extents_of(extents), c::given(links, "links"),
                           c::given(options, "options"));
    });
}

int tasuki_wilson_destroy(tasuki_wilson* wilson) {
    return c::destroy(wilson);
}

int tasuki_wilson_apply(tasuki_wilson* wilson, const tasuki_complex* psi,
                        tasuki_complex* out) {
    return c::use(wilson, "wilson", [&](tasuki_wilson& its) {
        auto* to = &c::given(out, "out");
        copy_out(its.solver.apply(its.field(psi, "psi")), to);
    });
}

int tasuki_wilson_solve(tasuki_wilson* wilson, const tasuki_complex* source,
                        double tolerance, int64_t max_iterations,
                        tasuki_complex* psi, int64_t* iterations,
                        double* residual) {
    return c::use(wilson, "wilson", [&](tasuki_wilson& its) {
        auto* to = &c::given(psi, "psi");
        if (!(tolerance > 0 && tolerance < 1))
            throw UsageError(fmt::format(
                "tolerance: expected a number between 0 and 1, found {}",
                tolerance));
        if (max_iterations < 1)
            throw UsageError(
                fmt::format("max_iterations: expected 1 or more, found {}",
                            max_iterations));
        const auto s = its.solver.solve(its.field(source, "source"),
                                        {tolerance, max_iterations});
        if (iterations != nullptr) *iterations = s.convergence.iterations;
        if (residual != nullptr) *residual = s.true_residual;
        if (s.convergence.outcome != Outcome::converged ||
            !(s.true_residual <= tolerance))
            throw runtime::NumericsError(fmt::format(
                "solve: |source - D psi| / |source| = {:.3g} after {} "
                "iterations, not {:g} ({}); residual after iteration {}",
                s.true_residual, s.convergence.iterations, tolerance,
                reason_of(s.convergence),
                graphs::solver::describe_residuals(s.convergence.residuals)));
        copy_out(s.x, to);
    });
}
